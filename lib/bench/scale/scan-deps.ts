import { randomBytes } from "node:crypto";
import { createPaymentStore } from "@/lib/adapters/db/payments/payment-store";
import { createBalanceStore } from "@/lib/adapters/db/reconciling/balance-store";
import type { ChainNodes } from "@/lib/chain/chain-reader.port";
import type { Chain } from "@/lib/chain/chains.rules";
import type { Database } from "@/lib/platform/database";
import { createIncidentStore } from "@/lib/platform/incidents/incident.store";
import type { Log } from "@/lib/platform/log.port";
import { createSecretBox } from "@/lib/platform/secret-box";
import type { ConfirmDeps } from "@/lib/services/confirm-payments";
import { createLookMemory } from "@/lib/services/scan/look-memory";
import type { ScanDeps } from "@/lib/services/scan/scan-chain";
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
    memory: createLookMemory(),
    killPoint: () => undefined,
  };
}

function fail(message: string): never {
  throw new Error(`The scan warned while it was measured: ${message}`);
}
