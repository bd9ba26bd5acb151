import { lockCheckoutRows } from "@/lib/checkouts/state/checkout-facts.store";
import {
  type Connections,
  countOf,
  type PruneBatch,
  type Queryable,
  read,
  run,
  type Statement,
  transact,
} from "@/lib/platform/database";
import type { Hex } from "@/lib/platform/values/hex.rules";

/** A transaction that a customer submitted. */
export type Hint = { checkoutId: string; chainId: number; txHash: Hex };

export type OpenHint = Hint & { depositAddress: Hex };

export type HintStore = ReturnType<typeof createHintStore>;

/** Transactions that customers submitted before a node showed them in a block. */
export function createHintStore({ pool, prisma }: Connections) {
  return {
    /** Whether we have looked for this hash since then, for this checkout. */
    has: async ({ checkoutId, chainId, txHash }: Hint, since: Date): Promise<boolean> =>
      (await prisma.paymentHint.count({
        where: { checkoutId, chainId, txHash, createdAt: { gte: since } },
      })) > 0,

    /**
     * Saves a hash that no node knows yet, so that we look for it. The lock lets a continuation of the checkout see the
     * hash, or the hash come after it.
     */
    save: ({ checkoutId, chainId, txHash }: Hint, at: Date): Promise<void> =>
      transact(pool, async (connection) => {
        await lockCheckoutRows(connection, [checkoutId]);
        await run(connection, insertHint, [checkoutId, chainId, txHash, at]);
      }),

    /** Hashes submitted since then for checkouts that are PENDING or EXPIRED; a random sample when there are more. */
    open: (chainId: number, since: Date, limit: number): Promise<OpenHint[]> =>
      read(pool, selectOpenHints, [chainId, since, limit]),

    /** Saves that a node knows these transactions, still without a block. */
    noteKnown: async (hints: readonly Hint[], at: Date): Promise<void> => {
      if (hints.length === 0) return;
      await run(pool, updateKnown, [
        hints.map(({ checkoutId }) => checkoutId),
        hints.map(({ chainId }) => chainId),
        hints.map(({ txHash }) => txHash),
        at,
      ]);
    },
  };
}

/** Deletes old hashes: anyone can submit some that no chain will ever have. */
export const pruneHints =
  ({ prisma }: Connections): PruneBatch =>
  (before, limit) =>
    countOf(prisma.paymentHint.deleteMany({ where: { createdAt: { lte: before } }, limit }));

/** The chain shows this transaction: stop asking for it. */
export async function dropHints(connection: Queryable, chainId: number, txHash: Hex): Promise<void> {
  await run(connection, deleteHints, [chainId, txHash]);
}

/** Random order, so that bogus hashes cannot starve real ones. SQL: Prisma cannot order by `random()`. */
const selectOpenHints: Statement = {
  name: "payments_open_hints",
  text: `
    SELECT hint.checkout_id, hint.chain_id, hint.tx_hash, checkout.deposit_address
    FROM payment_hints AS hint JOIN checkouts AS checkout ON checkout.id = hint.checkout_id
    WHERE hint.chain_id = $1 AND hint.created_at >= $2 AND checkout.status IN ('PENDING', 'EXPIRED')
    ORDER BY random() LIMIT $3`,
};

/** SQL: part of the transaction on `pg` that locks the checkout. */
const insertHint: Statement = {
  name: "payments_save_hint",
  text: `
    INSERT INTO payment_hints (checkout_id, chain_id, tx_hash, created_at) VALUES ($1, $2, $3, $4)
    ON CONFLICT (checkout_id, chain_id, tx_hash) DO UPDATE SET created_at = excluded.created_at`,
};

/** SQL: one update for many keys of three columns, which come as arrays. */
const updateKnown: Statement = {
  name: "payments_hints_known",
  text: `
    UPDATE payment_hints AS hint SET known_at = $4
    FROM unnest($1::text[], $2::int[], $3::text[]) AS known (checkout_id, chain_id, tx_hash)
    WHERE hint.checkout_id = known.checkout_id AND hint.chain_id = known.chain_id AND hint.tx_hash = known.tx_hash`,
};

/** SQL: part of the recorder's transaction on `pg`. */
const deleteHints: Statement = {
  name: "payments_drop_hints",
  text: "DELETE FROM payment_hints WHERE chain_id = $1 AND tx_hash = $2",
};
