import type { SweepItem } from "@/lib/chain/sender/chain-sender.port";
import { type Queryable, run, type Statement } from "@/lib/platform/database";
import type { Hex } from "@/lib/platform/hex.rules";
import type { HoldingDirectory } from "./holding-directory.port";
import type { ClosedSum } from "./holding-views.rules";
import { holdingsJudged } from "./holdings.store";
import { firstFree, hindrance, termsTable, termValues } from "./settlement-hindrance.store";

/** Paid and final money that the service may not sweep, oldest first. */
const closedHoldings = `
  WITH ${termsTable}, holding AS (
    SELECT * FROM deposit_holdings AS held
    WHERE held.project_id = $${firstFree} AND held.chain_id = $1::int AND held.amount_units > 0
    ORDER BY held.checkout_id LIMIT ${holdingsJudged}
  ), closed AS (
    SELECT holding.checkout_id, holding.token_address, holding.amount_units, checkout.deposit_address,
      checkout.merchant_address, checkout.refund_authority, checkout.open_sweep
    FROM terms CROSS JOIN holding JOIN checkouts AS checkout ON checkout.id = holding.checkout_id
    WHERE NOT checkout.open_sweep AND ${hindrance(false)} = 'closed'
  )`;

const sumClosed: Statement = {
  name: "holdings_closed",
  text: `${closedHoldings}
    SELECT merchant_address, token_address, count(*)::int AS deposits, sum(amount_units) AS units
    FROM closed GROUP BY merchant_address, token_address ORDER BY merchant_address, token_address`,
};

export async function sumClosedHoldings(
  connection: Queryable,
  ...[projectId, terms]: Parameters<HoldingDirectory["closed"]>
): Promise<ClosedSum[]> {
  const rows = await run<{ merchant_address: Hex; token_address: Hex; deposits: number; units: bigint }>(
    connection,
    sumClosed,
    [...termValues(terms), projectId],
  );
  return rows.map(({ merchant_address, token_address, deposits, units }) => ({
    chainId: terms.chainId,
    merchantAddress: merchant_address,
    tokenAddress: token_address,
    deposits,
    units,
  }));
}

const selectClosed: Statement = {
  name: "holdings_closed_items",
  text: `${closedHoldings}
    SELECT checkout_id, token_address, deposit_address, merchant_address, refund_authority, open_sweep
    FROM closed WHERE merchant_address = $${firstFree + 1}
    ORDER BY checkout_id, token_address LIMIT $${firstFree + 2}`,
};

type ItemRow = {
  checkout_id: string;
  token_address: Hex;
  deposit_address: Hex;
  merchant_address: Hex;
  refund_authority: Hex;
  open_sweep: boolean;
};

export async function listClosedHoldings(
  connection: Queryable,
  ...[projectId, terms, merchantAddress, limit]: Parameters<HoldingDirectory["closedItems"]>
): Promise<SweepItem[]> {
  const values = [...termValues(terms), projectId, merchantAddress, limit];
  return (await run<ItemRow>(connection, selectClosed, values)).map((row) => ({
    checkoutId: row.checkout_id,
    tokenAddress: row.token_address,
    depositAddress: row.deposit_address,
    merchantAddress: row.merchant_address,
    refundAuthority: row.refund_authority,
    openSweep: row.open_sweep,
  }));
}
