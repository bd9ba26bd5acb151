import { holdCheckouts } from "@/lib/checkouts/state/checkout-facts.store";
import type { Hint, OpenHint } from "@/lib/checkouts/state/payment-store.port";
import { type Queryable, read, run, type Statement } from "@/lib/platform/database";
import type { Hex } from "@/lib/platform/values/hex.rules";

/** Random order, so that bogus hashes cannot starve real ones. SQL: a plan that Prisma cannot ask for. */
const selectOpenHints: Statement = {
  name: "payments_open_hints",
  text: `
    SELECT hint.checkout_id, hint.chain_id, hint.tx_hash, checkout.deposit_address
    FROM payment_hints AS hint JOIN checkouts AS checkout ON checkout.id = hint.checkout_id
    WHERE hint.chain_id = $1 AND hint.created_at >= $2 AND checkout.status IN ('PENDING', 'EXPIRED')
    ORDER BY random() LIMIT $3`,
};

/** SQL: a plan that Prisma cannot ask for. */
const selectHint: Statement = {
  name: "payments_find_hint",
  text: `
    SELECT FROM payment_hints
    WHERE checkout_id = $1 AND chain_id = $2 AND tx_hash = $3 AND created_at >= $4`,
};

export async function hasHint(
  connection: Queryable,
  { checkoutId, chainId, txHash }: Hint,
  since: Date,
): Promise<boolean> {
  return (await run(connection, selectHint, [checkoutId, chainId, txHash, since])).length > 0;
}

/** SQL: an upsert with a condition or a computed value. */
const insertHint: Statement = {
  name: "payments_save_hint",
  text: `
    INSERT INTO payment_hints (checkout_id, chain_id, tx_hash, created_at) VALUES ($1, $2, $3, $4)
    ON CONFLICT (checkout_id, chain_id, tx_hash) DO UPDATE SET created_at = excluded.created_at`,
};

/** The lock lets a continuation of the checkout see the hash, or the hash come after it. */
export async function saveHint(
  connection: Queryable,
  { checkoutId, chainId, txHash }: Hint,
  at: Date,
): Promise<void> {
  await holdCheckouts(connection, [checkoutId]);
  await run(connection, insertHint, [checkoutId, chainId, txHash, at]);
}

export function readOpenHints(
  connection: Queryable,
  chainId: number,
  since: Date,
  limit: number,
): Promise<OpenHint[]> {
  return read(connection, selectOpenHints, [chainId, since, limit]);
}

/** SQL: many rows in one statement. */
const updateKnown: Statement = {
  name: "payments_hints_known",
  text: `
    UPDATE payment_hints AS hint SET known_at = $4
    FROM unnest($1::text[], $2::int[], $3::text[]) AS known (checkout_id, chain_id, tx_hash)
    WHERE hint.checkout_id = known.checkout_id AND hint.chain_id = known.chain_id AND hint.tx_hash = known.tx_hash`,
};

/** Saves that a node knows these transactions, still without a block. */
export async function noteKnownHints(connection: Queryable, hints: readonly Hint[], at: Date): Promise<void> {
  if (hints.length === 0) return;
  await run(connection, updateKnown, [
    hints.map(({ checkoutId }) => checkoutId),
    hints.map(({ chainId }) => chainId),
    hints.map(({ txHash }) => txHash),
    at,
  ]);
}

/** SQL: in a transaction of several facts. */
const deleteHints: Statement = {
  name: "payments_drop_hints",
  text: "DELETE FROM payment_hints WHERE chain_id = $1 AND tx_hash = $2",
};

export async function dropHints(connection: Queryable, chainId: number, txHash: Hex): Promise<void> {
  await run(connection, deleteHints, [chainId, txHash]);
}
