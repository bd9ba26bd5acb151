import { randomBytes } from "node:crypto";
import type { Chain } from "@/lib/chain/chains.rules";
import type { ChainNodes } from "@/lib/chain/reader/chain-reader.port";
import { createBalanceStore } from "@/lib/checkouts/balances/balance.store";
import type { ConfirmDeps } from "@/lib/payments/confirm-payments";
import { createPaymentStore } from "@/lib/payments/payment.store";
import { createScanMemory } from "@/lib/payments/scan/read-blocks";
import type { ScanDeps } from "@/lib/payments/scan/scan-chain";
import type { Database } from "@/lib/platform/database";
import { createIncidentStore } from "@/lib/platform/incidents/incident.store";
import type { Log } from "@/lib/platform/log";
import { createSecretBox } from "@/lib/platform/secret-box";
import { newId } from "@/lib/testing/builders";

/** What a look at a chain needs, on the real adapters. What it warns of ends the measurement. */
export function scanDeps(
  database: Pick<Database, "pool" | "prisma">,
  chain: Chain,
  nodes: ChainNodes,
): ScanDeps & ConfirmDeps {
  const log: Log = {
    info: () => undefined,
    warn: (_, message) => fail(message),
    error: (_, message) => fail(message),
  };
  return {
    clock: { now: () => new Date() },
    newId,
    log,
    chains: [chain],
    reader: () => nodes,
    payments: createPaymentStore(database, createSecretBox(randomBytes(32))),
    balances: createBalanceStore(database),
    incidents: createIncidentStore(database, log),
    memory: createScanMemory(),
    killPoint: () => undefined,
  };
}

function fail(message: string): never {
  throw new Error(`The scan warned while it was measured: ${message}`);
}
