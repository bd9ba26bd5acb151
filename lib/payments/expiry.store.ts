import type { TokenRef } from "@/lib/chain/token.rules";
import { type Connections, run, type Statement } from "@/lib/platform/database";

export type ExpiryStore = ReturnType<typeof createExpiryStore>;

/** Checkouts whose time is over. */
export function createExpiryStore({ pool, prisma }: Connections) {
  return {
    /**
     * PENDING checkouts past `expiresAt`, oldest first. Every quoted chain must be scanned past `expiresAt`
     * (`scannedThrough` is the time up to which nothing can be unseen), or be missing from that map for ten minutes.
     * Leaves out checkouts with a fresh unexplained balance.
     */
    expirable: async (
      now: Date,
      scannedThrough: ReadonlyMap<number, Date>,
      limit: number,
    ): Promise<string[]> => {
      const scanned = [...scannedThrough];
      const rows = await run<{ id: string }>(pool, selectExpirable, [
        now,
        scanned.map(([chainId]) => chainId),
        scanned.map(([, through]) => through),
        limit,
      ]);
      return rows.map(({ id }) => id);
    },

    /** The tokens that the checkouts were ever quoted in. */
    quotedTokens: async (checkoutIds: readonly string[]) => {
      const tokens = await prisma.quote.groupBy({
        by: ["checkoutId", "chainId", "tokenAddress"],
        where: { checkoutId: { in: [...checkoutIds] } },
        orderBy: [{ checkoutId: "asc" }, { chainId: "asc" }, { tokenAddress: "asc" }],
      });
      return tokens as (TokenRef & { checkoutId: string })[];
    },

    /** Those of the checkouts that expired or ended before then. */
    expiredBefore: async (checkoutIds: readonly string[], before: Date): Promise<string[]> => {
      const expired = await prisma.checkout.findMany({
        where: { id: { in: [...checkoutIds] }, expiresAt: { lt: before } },
        select: { id: true },
      });
      return expired.map(({ id }) => id);
    },
  };
}

/**
 * Strictly later: on chains with several blocks a second, the next block may have the same time. SQL: each checkout's
 * expiry is compared with the time through which its quotes' chains were scanned.
 */
const selectExpirable: Statement = {
  name: "payments_expirable",
  text: `
    SELECT checkout.id FROM checkouts AS checkout
    WHERE checkout.status = 'PENDING' AND checkout.expires_at < $1
      AND NOT EXISTS (
        SELECT FROM quotes AS quote
        LEFT JOIN unnest($2::int[], $3::timestamptz[]) AS scanned (chain_id, through)
          ON scanned.chain_id = quote.chain_id
        WHERE quote.checkout_id = checkout.id AND NOT quote.offered
          AND coalesce(scanned.through, $1::timestamptz - interval '10 minutes') <= checkout.expires_at)
      AND NOT EXISTS (
        SELECT FROM incidents AS incident
        WHERE incident.checkout_id = checkout.id AND incident.resolved_at IS NULL
          AND incident.kind = 'BALANCE_ABOVE_BOOKS'
          AND incident.last_seen_at > $1::timestamptz - interval '15 seconds'
          AND checkout.expires_at > $1::timestamptz - interval '1 day')
    ORDER BY checkout.expires_at, checkout.id LIMIT $4`,
};
