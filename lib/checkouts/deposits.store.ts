import { type Connections, run, type Statement } from "@/lib/platform/database";
import type { Hex } from "@/lib/platform/values/hex.rules";

export type DepositStore = ReturnType<typeof createDepositStore>;

/** Deposit addresses: to which checkout each belongs, and which the scan watches closely. */
export function createDepositStore({ pool }: Connections) {
  return {
    /** Checkout ids by deposit address, for those addresses that are ours. */
    ownersOf: async (addresses: readonly Hex[]): Promise<ReadonlyMap<Hex, string>> => {
      if (addresses.length === 0) return new Map();
      const rows = await run<{ deposit_address: Hex; id: string }>(pool, selectOwners, [addresses]);
      return new Map(rows.map(({ deposit_address, id }) => [deposit_address, id]));
    },

    /** Addresses under close watch and destinations of open refunds; null when there are more than `limit`. */
    watchedAddresses: async (now: Date, limit: number): Promise<Hex[] | null> => {
      const rows = await run<{ deposit_address: Hex }>(pool, selectWatched, [now, limit + 1]);
      return rows.length > limit ? null : rows.map(({ deposit_address }) => deposit_address);
    },

    /** Creation time of the oldest checkout under close watch or open refund; null without any. */
    oldestWatched: async (now: Date): Promise<Date | null> => {
      const [row] = await run<{ oldest: Date | null }>(pool, selectOldestWatched, [now]);
      return row?.oldest ?? null;
    },
  };
}

/** SQL: every scan runs it for the addresses of a span of blocks; as one array they keep the statement prepared. */
const selectOwners: Statement = {
  name: "deposits_owners",
  text: "SELECT deposit_address, id FROM checkouts WHERE deposit_address = ANY ($1::text[])",
};

/**
 * Addresses under close watch. The branches exclude each other and each has a partial index, so no sort is needed and a
 * limit stops early. The list adds the destinations of open refunds: a merchant pays those from a wallet that we do not
 * watch.
 *
 * @param refunded the same column of a refund
 * @param bounded ends a branch by its index's order: with only a limit, the planner scans the table from its start,
 * through years of finished checkouts
 */
const watched = (column: string, refunded: string, bounded: (order: string) => string) => `
  (SELECT ${column} FROM checkouts WHERE status = 'PENDING' ${bounded("expires_at")})
  UNION ALL
  (SELECT ${column} FROM checkouts WHERE status = 'DETECTED' ${bounded("chain_id")})
  UNION ALL
  (SELECT ${column} FROM checkouts
  WHERE status NOT IN ('PENDING', 'DETECTED') AND watch_until >= $1 ${bounded("watch_until")})
  UNION ALL
  (SELECT ${refunded} FROM refunds
  WHERE status NOT IN ('COMPLETED', 'FAILED', 'CANCELLED') AND destination_address IS NOT NULL
  ${bounded("chain_id, created_at")})`;

/** SQL: Prisma has no UNION, by which each branch reads its own index. */
const selectWatched: Statement = {
  name: "deposits_watched",
  text: `${watched("deposit_address", "destination_address", (order) => `ORDER BY ${order} LIMIT $2`)} LIMIT $2`,
};

/** SQL: the same branches as above, each by its own index. */
const selectOldestWatched: Statement = {
  name: "deposits_oldest_watched",
  text: `SELECT min(created_at) AS oldest FROM (${watched("created_at", "created_at", () => "")}) AS watched`,
};
