/** Deposits that one look judges, whatever else a project has: a page must not pay for a million of them. */
export const holdingsJudged = 5_000;

/** The newest deposits of a project that hold something; ids of checkouts are in the order of their making. */
export const newestHoldings = (projectId: string) => `
  SELECT held.* FROM deposit_holdings AS held
  WHERE held.project_id = ${projectId} AND held.amount_units > 0
  ORDER BY held.checkout_id DESC LIMIT ${holdingsJudged}`;

/** Whether a `holding` is of another token or chain than its `checkout` is paid in. */
export const isStray =
  "(checkout.chain_id, checkout.token_address) IS DISTINCT FROM (holding.chain_id, holding.token_address)";
