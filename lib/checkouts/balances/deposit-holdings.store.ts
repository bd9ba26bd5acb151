import { type Queryable, run, type Statement } from "@/lib/platform/database";

/**
 * A locked deposit becomes due by itself when its holder changes it; otherwise it is checked after its pause. SQL:
 * claim of rows that others may hold.
 */
const makeDue: Statement = {
  name: "deposits_make_due",
  text: `
    WITH idle AS (
      SELECT checkout_id, chain_id, token_address FROM deposit_holdings
      WHERE checkout_id = ANY ($1::text[]) AND amount_units > 0 AND look_after > '-infinity'
      FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE deposit_holdings AS holding SET look_after = '-infinity' FROM idle
    WHERE (holding.checkout_id, holding.chain_id, holding.token_address)
      = (idle.checkout_id, idle.chain_id, idle.token_address)`,
};

/** Makes the deposits of these checkouts due: a condition of their settlement may have changed. */
export async function makeDepositsDue(connection: Queryable, checkoutIds: readonly string[]): Promise<void> {
  if (checkoutIds.length > 0) await run(connection, makeDue, [checkoutIds]);
}
