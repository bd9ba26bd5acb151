import { type Queryable, read, run, type Statement } from "@/lib/platform/database";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { StockCount } from "./payment-link.rules";

/** By the link's id; a link without such checkouts is missing. */
export async function countStock(
  connection: Queryable,
  linkIds: readonly string[],
): Promise<ReadonlyMap<string, StockCount>> {
  const rows = await read<StockCount & { id: string }>(connection, countTaken, [linkIds]);
  return new Map(rows.map(({ id, ...count }) => [id, count]));
}

/**
 * Lets one more checkout of the link be written in this transaction. Two at once wait here for each other; links without
 * a stock do not.
 *
 * @throws CheckoutError CONFLICT when the link is sold out
 */
export async function takeFromStock(connection: Queryable, linkId: string): Promise<void> {
  const [link] = await run<{ stock: number }>(connection, lockStock, [linkId]);
  if (link === undefined) return;
  // A statement after the lock sees what the others have committed.
  const count = (await countStock(connection, [linkId])).get(linkId);
  if (count !== undefined && count.taken >= link.stock)
    throw new CheckoutError("CONFLICT", "This link is sold out.");
}

/** The last one in stock goes to one customer. SQL: lock. */
const lockStock: Statement = {
  name: "payment_link_lock_stock",
  text: "SELECT stock FROM payment_links WHERE id = $1 AND stock IS NOT NULL FOR NO KEY UPDATE",
};

/**
 * The status decides, not the clock: until a checkout is EXPIRED, a payment sent in time may still be found. A refund of
 * a sale frees nothing. SQL: sums or bounded counts.
 */
const countTaken: Statement = {
  name: "payment_link_count_taken",
  text: `
    SELECT payment_link_id AS id, count(*)::int AS taken,
      (count(*) FILTER (WHERE paid_at IS NOT NULL))::int AS sold
    FROM checkouts
    WHERE payment_link_id = ANY ($1) AND (paid_at IS NOT NULL OR status NOT IN ('EXPIRED', 'CANCELLED', 'REFUNDED'))
    GROUP BY payment_link_id`,
};
