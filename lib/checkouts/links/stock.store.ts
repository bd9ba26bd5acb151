import { mayStillPay } from "@/lib/checkouts/checkout-row.store";
import { type Queryable, read, run, type Statement } from "@/lib/platform/database";
import { fault } from "@/lib/platform/faults/fault.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { reservationProblem, reservedMs, type StockCount } from "./payment-link.rules";

/** By the link's id; a link without such checkouts is missing. */
export async function countStock(
  connection: Queryable,
  linkIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, StockCount>> {
  const counts = await readCounts(connection, linkIds, now, null);
  return new Map([...counts].map(([id, { sold, taken }]) => [id, { sold, taken }]));
}

/**
 * Lets one more checkout of the link be written in this transaction. Two at once wait here for each other; links without
 * a stock do not.
 *
 * @param client network of the customer; null for none
 * @throws CheckoutError CONFLICT when the link is sold out, RATE_LIMIT_EXCEEDED when the network reserved its share
 */
export async function takeFromStock(
  connection: Queryable,
  linkId: string,
  client: string | null,
  now: Date,
): Promise<void> {
  const [link] = await run<{ stock: number }>(connection, lockStock, [linkId]);
  if (link === undefined) return;
  // A statement after the lock sees what the others have committed.
  const count = (await readCounts(connection, [linkId], now, client)).get(linkId);
  const problem = reservationProblem(link.stock, count?.taken ?? 0, count?.reserved ?? 0);
  if (problem === "sold_out") throw new CheckoutError("CONFLICT", fault("links.soldOut"));
  if (problem === "too_many")
    throw new CheckoutError("RATE_LIMIT_EXCEEDED", fault("links.reserved"), {
      retryAfterSeconds: reservedMs / 1_000,
    });
}

type Counts = StockCount & { reserved: number };

async function readCounts(
  connection: Queryable,
  linkIds: readonly string[],
  now: Date,
  client: string | null,
): Promise<ReadonlyMap<string, Counts>> {
  const since = new Date(now.getTime() - reservedMs);
  const rows = await read<Counts & { id: string }>(connection, countTaken, [linkIds, since, client]);
  return new Map(rows.map(({ id, ...count }) => [id, count]));
}

/** The last one in stock goes to one customer. SQL: Prisma has no FOR NO KEY UPDATE. */
const lockStock: Statement = {
  name: "payment_link_lock_stock",
  text: "SELECT stock FROM payment_links WHERE id = $1 AND stock IS NOT NULL FOR NO KEY UPDATE",
};

/**
 * An unpaid checkout is a reservation while its customer acts: it was created, something was chosen, submitted or
 * signed in the last minutes, or money was seen. The status decides when it ends, not the clock: until a checkout is
 * EXPIRED, a payment sent in time may still be found. A refund of a sale frees nothing. SQL: three counts in one read,
 * by conditions on four other tables.
 */
const countTaken: Statement = {
  name: "payment_link_count_taken",
  text: `
    SELECT checkout.payment_link_id AS id, count(*)::int AS taken,
      (count(*) FILTER (WHERE checkout.paid_at IS NOT NULL))::int AS sold,
      (count(*) FILTER (WHERE checkout.paid_at IS NULL AND checkout.link_client = $3))::int AS reserved
    FROM checkouts AS checkout
    WHERE checkout.payment_link_id = ANY ($1) AND (
      checkout.paid_at IS NOT NULL
      OR checkout.status NOT IN ('EXPIRED', 'CANCELLED', 'REFUNDED') AND (
        checkout.created_at > $2 OR checkout.status <> 'PENDING'
        OR EXISTS (SELECT FROM transfers WHERE checkout_id = checkout.id AND NOT orphaned)
        OR EXISTS (SELECT FROM checkout_events WHERE checkout_id = checkout.id AND created_at > $2)
        OR EXISTS (SELECT FROM payment_hints WHERE checkout_id = checkout.id AND created_at > $2)
        OR EXISTS (
          SELECT FROM authorizations AS signed
          WHERE signed.checkout_id = checkout.id AND (signed.created_at > $2 OR ${mayStillPay("signed")})
        )
      )
    )
    GROUP BY checkout.payment_link_id`,
};
