import { type Queryable, run, type Statement } from "@/lib/platform/database";

/** One that somebody holds comes back by itself when they change it; else it is looked at when its pause is over. */
const takeUp: Statement = {
  name: "settlements_look_again",
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

/** Ends the pause of what lies at these checkouts' addresses: something that settlement waited for may have come. */
export async function lookAgain(connection: Queryable, checkoutIds: readonly string[]): Promise<void> {
  if (checkoutIds.length > 0) await run(connection, takeUp, [checkoutIds]);
}
