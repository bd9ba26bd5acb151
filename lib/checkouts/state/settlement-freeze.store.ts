import { type Queryable, run, type Statement } from "@/lib/platform/database";

/** SQL: several facts at once. */
const liftFreeze: Statement = {
  name: "checkouts_lift_freeze",
  text: `
    WITH released AS (
      UPDATE checkouts SET settlement_frozen = false
      WHERE id = $1 AND settlement_frozen AND refunded_units + refunding_units <= total_paid_units
      RETURNING id, project_id
    ), noted AS (
      INSERT INTO checkout_events (checkout_id, kind, details, created_at)
      SELECT id, 'settlement.released', NULL, $2::timestamptz FROM released
    )
    SELECT project_id FROM released`,
};

/**
 * Lets a frozen checkout settle again, unless its refunds exceed what it received.
 *
 * @returns its project; null when it stays as it is
 */
export async function releaseSettlement(
  connection: Queryable,
  checkoutId: string,
  at: Date,
): Promise<{ projectId: string } | null> {
  const [row] = await run<{ project_id: string }>(connection, liftFreeze, [checkoutId, at]);
  return row === undefined ? null : { projectId: row.project_id };
}
