import type { TimelineEntry } from "@/lib/checkouts/checkout.rules";
import type { Refund } from "@/lib/checkouts/refund-facts.rules";
import { type Queryable, run, type Statement } from "@/lib/platform/database";

/** SQL: several facts at once. */
const reserve: Statement = {
  name: "checkouts_reserve_refund",
  text: `
    WITH timeline AS (
      INSERT INTO checkout_events (checkout_id, kind, details, created_at)
      SELECT $1, kind, details, at
      FROM unnest($3::text[], $4::jsonb[], $5::timestamptz[]) WITH ORDINALITY AS entry (kind, details, at, place)
      ORDER BY place
    )
    UPDATE checkouts SET refunding_units = refunding_units + $2::numeric WHERE id = $1`,
};

/**
 * Reserves a new refund's amount at its locked checkout, with timeline entries. A refund of stray money reserves
 * nothing: the checkout never counted it.
 */
export async function reserveRefund(
  connection: Queryable,
  { checkoutId, amountUnits, stray }: Refund,
  timeline: readonly TimelineEntry[],
): Promise<void> {
  await run(connection, reserve, [
    checkoutId,
    stray ? 0n : amountUnits,
    timeline.map(({ kind }) => kind),
    timeline.map(({ details }) => (details === null ? null : JSON.stringify(details))),
    timeline.map(({ at }) => at),
  ]);
}
