import type { CheckoutStatus, Hex } from "@/lib/core/checkout";
import type { StrayHolding } from "@/lib/core/dashboard/holding-views";
import type { HoldingDirectory } from "@/lib/services/ports/dashboard/holding-directory";
import { type Queryable, run, type Statement } from "../database";
import { isStray, newestHoldings } from "./holdings";

/**
 * Which of the newest deposits hold what they are not paid in, and the coin found at addresses of the project. The
 * place in the second part is only that: a coin has no log that could tell when it came.
 */
const selectStrays: Statement = {
  name: "holdings_strays",
  text: `
    WITH holding AS (${newestHoldings("$1")}), stray AS (
      SELECT holding.checkout_id, holding.chain_id, holding.token_address, holding.amount_units,
        last.tx_hash, last.block_timestamp AS seen_at, EXISTS (
          SELECT FROM settlement_items AS item
          WHERE item.checkout_id = holding.checkout_id AND item.token_address = holding.token_address
            AND item.status = 'PENDING') AS being_settled, 1 AS part
      FROM holding JOIN checkouts AS checkout ON checkout.id = holding.checkout_id
      CROSS JOIN LATERAL (
        SELECT tx_hash, block_timestamp FROM transfers AS transfer
        WHERE transfer.checkout_id = holding.checkout_id AND transfer.chain_id = holding.chain_id
          AND transfer.token_address = holding.token_address AND NOT transfer.orphaned
        ORDER BY block_number DESC, log_index DESC LIMIT 1
      ) AS last
      WHERE ${isStray}
      UNION ALL
      SELECT balance.checkout_id, balance.chain_id, NULL, balance.amount_wei, NULL, balance.seen_at, false, 2
      FROM native_balances AS balance JOIN checkouts AS checkout ON checkout.id = balance.checkout_id
      WHERE balance.amount_wei > 0 AND checkout.project_id = $1
    )
    SELECT stray.*, checkout.reference_id, checkout.status AS checkout_status, checkout.deposit_address,
      NOT checkout.open_sweep AS closed, checkout.settlement_frozen AS frozen
    FROM stray JOIN checkouts AS checkout ON checkout.id = stray.checkout_id
    ORDER BY stray.part, stray.checkout_id DESC, stray.chain_id, stray.token_address LIMIT $2`,
};

type StrayRow = {
  checkout_id: string;
  reference_id: string | null;
  checkout_status: CheckoutStatus;
  deposit_address: Hex;
  chain_id: number;
  token_address: Hex | null;
  amount_units: bigint;
  tx_hash: Hex | null;
  seen_at: Date;
  closed: boolean;
  frozen: boolean;
  being_settled: boolean;
};

export async function listStrays(
  connection: Queryable,
  ...[projectId, limit]: Parameters<HoldingDirectory["strays"]>
): Promise<StrayHolding[]> {
  const rows = await run<StrayRow>(connection, selectStrays, [projectId, limit]);
  return rows.map((row) => ({
    checkoutId: row.checkout_id,
    referenceId: row.reference_id,
    checkoutStatus: row.checkout_status,
    depositAddress: row.deposit_address,
    chainId: row.chain_id,
    tokenAddress: row.token_address,
    units: row.amount_units,
    txHash: row.tx_hash,
    seenAt: row.seen_at,
    closed: row.closed,
    frozen: row.frozen,
    beingSettled: row.being_settled,
  }));
}
