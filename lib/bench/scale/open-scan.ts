import { createPaymentStores } from "@/lib/api/wiring/stores";
import type { Chain } from "@/lib/chain/chains.rules";
import { usesTags } from "@/lib/chain/confirmation-policy.rules";
import { createChainReader } from "@/lib/chain/reader/chain-reader.chain";
import type { ChainNodes } from "@/lib/chain/reader/chain-reader.port";
import { createBalanceStore } from "@/lib/checkouts/balances/balance.store";
import type { ScanParts } from "@/lib/payments/payments.parts";
import { scanChain } from "@/lib/payments/scan/scan-chain";
import { createScanMemory } from "@/lib/payments/scan/scan-memory";
import { type Connections, createDatabase, type Database } from "@/lib/platform/database";
import { createIncidentStore } from "@/lib/platform/incidents/incident.store";
import type { Log } from "@/lib/platform/log";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { newId } from "@/lib/testing/builders";
import { partsOf } from "@/lib/testing/parts";

/** A scanner of its own: one database, one way to the node. */
export type OpenScan = {
  deps: ScanParts;
  database: Database;
  /** Addresses of open checkouts priced in the first token that no one has paid, each given once. */
  addresses(count: number): Hex[];
  /** Scans up to the newest block, so that a look finds what came after alone. */
  catchUp(): Promise<void>;
  close(): Promise<void>;
};

/** @param payable how many addresses it can give */
export async function openScan(
  databaseUrl: string,
  chain: Chain,
  nodeUrl: string,
  payable: number,
): Promise<OpenScan> {
  const database = createDatabase(databaseUrl, { maxConnections: 4 });
  const { chainId } = chain;
  const nodes = createChainReader({
    chainId,
    rpcUrls: [nodeUrl],
    usesTags: usesTags(chain.confirmations),
  });
  const deps = scanDeps(database, chain, nodes);
  const { rows } = await database.pool.query<{ deposit_address: Hex }>(
    "SELECT deposit_address FROM checkouts WHERE status = 'PENDING' AND token_address IS NOT NULL AND selection_count = 0 ORDER BY id DESC LIMIT $1",
    [payable],
  );
  const free = rows.map(({ deposit_address }) => deposit_address);
  return {
    deps,
    database,
    addresses: (count) => {
      const taken = free.splice(0, count);
      if (taken.length < count) throw new RangeError("no address is left to be paid");
      return taken;
    },
    catchUp: async () => {
      for (;;) {
        const { kind, remaining } = await scanChain(deps, chainId);
        if (kind === "idle" || (kind === "scanned" && remaining === 0n)) return;
      }
    },
    close: () => database.close(),
  };
}

/** How many of the addresses have a checkout with a seen payment. */
export async function countCredited(
  { pool }: Pick<Database, "pool">,
  addresses: readonly Hex[],
): Promise<number> {
  const { rows } = await pool.query<{ credited: number }>(
    "SELECT count(*)::int AS credited FROM checkouts WHERE deposit_address = ANY($1) AND status = 'DETECTED'",
    [addresses],
  );
  return rows[0]?.credited ?? 0;
}

/** What a look at a chain needs, on the real adapters. What it warns of ends the measurement. */
export function scanDeps(database: Connections, chain: Chain, nodes: ChainNodes): ScanParts {
  const log: Log = {
    info: () => undefined,
    warn: (_, message) => fail(message),
    error: (_, message) => fail(message),
  };
  return partsOf<ScanParts>({
    clock: { now: () => new Date() },
    newId,
    log,
    chains: [chain],
    reader: () => nodes,
    ...createPaymentStores(database),
    balances: createBalanceStore(database),
    incidents: createIncidentStore(database, log),
    memory: createScanMemory(),
  });
}

function fail(message: string): never {
  throw new Error(`The scan warned while it was measured: ${message}`);
}
