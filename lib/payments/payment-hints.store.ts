import { holdCheckouts } from "@/lib/checkouts/state/checkout-facts.store";
import type { PaymentStore } from "@/lib/checkouts/state/payment-store.port";
import { type Queryable, run, type Statement } from "@/lib/platform/database";
import type { Hex } from "@/lib/platform/values/hex.rules";

/** Random order, so that bogus hashes cannot starve real ones. SQL: a plan that Prisma cannot ask for. */
const selectOpenHints: Statement = {
  name: "payments_open_hints",
  text: `
    SELECT hint.checkout_id, hint.tx_hash
    FROM payment_hints AS hint JOIN checkouts AS checkout ON checkout.id = hint.checkout_id
    WHERE hint.chain_id = $1 AND hint.created_at >= $2 AND checkout.status = 'PENDING'
    ORDER BY random() LIMIT $3`,
};

/** SQL: an upsert with a condition or a computed value. */
const insertHint: Statement = {
  name: "payments_save_hint",
  text: `
    INSERT INTO payment_hints (checkout_id, chain_id, tx_hash, created_at, submitted_by)
    SELECT $1, $2::int, $3, $4::timestamptz, $6
    FROM (
      SELECT count(*) AS of_all, count(*) FILTER (WHERE submitted_by IS NOT DISTINCT FROM $6) AS of_client
      FROM payment_hints
      WHERE checkout_id = $1 AND created_at >= $5::timestamptz AND (chain_id, tx_hash) <> ($2::int, $3)
    ) AS others
    WHERE others.of_client < $7::int AND others.of_all < $8::int
    ON CONFLICT (checkout_id, chain_id, tx_hash)
      DO UPDATE SET created_at = excluded.created_at, submitted_by = excluded.submitted_by
    RETURNING checkout_id`,
};

/** The lock makes concurrent submissions count each other. */
export async function saveHint(
  connection: Queryable,
  { checkoutId, chainId, txHash, at, since, submittedBy, limits }: Parameters<PaymentStore["saveHint"]>[0],
): Promise<boolean> {
  await holdCheckouts(connection, [checkoutId]);
  const saved = await run(connection, insertHint, [
    checkoutId,
    chainId,
    txHash,
    at,
    since,
    submittedBy,
    limits.each,
    limits.all,
  ]);
  return saved.length > 0;
}

export async function readOpenHints(
  connection: Queryable,
  chainId: number,
  since: Date,
  limit: number,
): Promise<{ checkoutId: string; txHash: Hex }[]> {
  const rows = await run<{ checkout_id: string; tx_hash: Hex }>(connection, selectOpenHints, [
    chainId,
    since,
    limit,
  ]);
  return rows.map((row) => ({ checkoutId: row.checkout_id, txHash: row.tx_hash }));
}

/** SQL: in a transaction of several facts. */
const deleteHints: Statement = {
  name: "payments_drop_hints",
  text: "DELETE FROM payment_hints WHERE chain_id = $1 AND tx_hash = $2",
};

export async function dropHints(connection: Queryable, chainId: number, txHash: Hex): Promise<void> {
  await run(connection, deleteHints, [chainId, txHash]);
}
