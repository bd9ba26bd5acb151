import { type Queryable, run } from "@/lib/platform/database";
import type { Hex } from "@/lib/platform/hex.rules";
import { pageStatement, rowValues } from "@/lib/platform/keyset";
import type { HoldingDirectory } from "./holding-directory.port";
import type { LatePayment } from "./holding-views.rules";

/** Those that nobody accepted and that do not go back as a whole, by the index of what is late. */
const selectPage = pageStatement(
  "late_payments",
  ({ order, past }) => `
    SELECT checkout.id, checkout.created_at, checkout.reference_id, checkout.item_name, checkout.fiat_amount,
      checkout.fiat_currency, checkout.chain_id, checkout.token_address, checkout.amount_units,
      checkout.paid_units, checkout.refunded_units, checkout.refunding_units, checkout.expires_at,
      checkout.cancelled_at, last.block_timestamp AS paid_at, checkout.payment_tx_hash
    FROM checkouts AS checkout
    LEFT JOIN LATERAL (
      SELECT max(transfer.block_timestamp) AS block_timestamp FROM transfers AS transfer
      WHERE transfer.checkout_id = checkout.id AND transfer.chain_id = checkout.chain_id
        AND transfer.token_address = checkout.token_address AND NOT transfer.orphaned
    ) AS last ON true
    WHERE checkout.project_id = $1 AND checkout.status = 'LATE_PAID' AND checkout.late_accepted_at IS NULL
      AND checkout.paid_units > checkout.refunded_units + checkout.refunding_units
      ${past("(checkout.created_at, checkout.id)", "($3::timestamptz, $4::text)")}
    ORDER BY checkout.created_at ${order}, checkout.id ${order} LIMIT $2`,
);

type LateRow = {
  id: string;
  created_at: Date;
  reference_id: string | null;
  item_name: string | null;
  fiat_amount: string | null;
  fiat_currency: string | null;
  chain_id: number;
  token_address: Hex;
  amount_units: bigint;
  paid_units: bigint;
  refunded_units: bigint;
  refunding_units: bigint;
  expires_at: Date;
  cancelled_at: Date | null;
  paid_at: Date | null;
  payment_tx_hash: Hex | null;
};

export async function listLatePayments(
  connection: Queryable,
  ...[projectId, place, limit]: Parameters<HoldingDirectory["latePayments"]>
): Promise<LatePayment[]> {
  const values = [projectId, limit, ...rowValues(place)];
  const rows = await run<LateRow>(connection, selectPage(place), values);
  return rows.map((row) => ({
    id: row.id,
    createdAt: row.created_at,
    referenceId: row.reference_id,
    itemName: row.item_name,
    fiatAmount: row.fiat_amount,
    fiatCurrency: row.fiat_currency,
    chainId: row.chain_id,
    tokenAddress: row.token_address,
    amountUnits: row.amount_units,
    paidUnits: row.paid_units,
    refundedUnits: row.refunded_units,
    refundingUnits: row.refunding_units,
    expiresAt: row.expires_at,
    cancelledAt: row.cancelled_at,
    paidAt: row.paid_at,
    txHash: row.payment_tx_hash,
  }));
}
