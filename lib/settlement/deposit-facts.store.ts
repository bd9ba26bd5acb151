/** Deposits checked in one pass: a page must not pay for a project with a million of them. */
export const holdingsJudged = 5_000;

/** The newest deposits of a project with a balance; checkout ids are in order of creation. */
export const newestHoldings = (projectId: string) => `
  SELECT held.* FROM deposit_holdings AS held
  WHERE held.project_id = ${projectId} AND held.amount_units > 0
  ORDER BY held.checkout_id DESC LIMIT ${holdingsJudged}`;

/** Whether a `holding` is in another token or chain than its `checkout` is paid in. */
export const isStray =
  "(checkout.chain_id, checkout.token_address) IS DISTINCT FROM (holding.chain_id, holding.token_address)";

const openRefund = `
  FROM refunds AS refund
  WHERE refund.checkout_id = holding.checkout_id
    AND refund.status IN ('AWAITING_APPROVAL', 'AWAITING_ADDRESS', 'AWAITING_SIGNATURE', 'PENDING', 'PROCESSING')
    AND refund.chain_id = holding.chain_id AND refund.token_address = holding.token_address`;

/** The columns of `DepositFacts`, for a `holding` of a `checkout`: sub-selects, so that a limit comes before them. */
export const depositFacts = `
  checkout.status AS checkout_status, checkout.settlement_frozen AS frozen, ${isStray} AS stray,
  checkout.status IN ('PENDING', 'DETECTED') AND EXISTS (
    SELECT FROM stray_decisions AS decision
    WHERE decision.checkout_id = holding.checkout_id AND decision.chain_id = holding.chain_id
      AND decision.token_address = holding.token_address AND decision.refund_id IS NULL
  ) AS sweep_decided,
  checkout.late_accepted_at, checkout.paid_at, checkout.total_paid_units, checkout.refunded_units,
  (
    SELECT checkout.paid_at + make_interval(hours => nullif(holder.settlement_hold_hours, 0))
    FROM projects AS holder WHERE holder.id = checkout.project_id
  ) AS held_until,
  EXISTS (
    SELECT FROM settlement_items AS item JOIN settlements AS settlement ON settlement.id = item.settlement_id
    WHERE item.checkout_id = holding.checkout_id AND item.token_address = holding.token_address
      AND settlement.chain_id = holding.chain_id AND item.status = 'PENDING'
  ) AS being_settled,
  EXISTS (SELECT ${openRefund} AND refund.status = 'PROCESSING') AS refund_sending,
  (SELECT max(refund.created_at) ${openRefund}) AS refund_requested_at,
  (
    SELECT max(transfer.block_number) FROM transfers AS transfer
    WHERE transfer.checkout_id = holding.checkout_id AND transfer.chain_id = holding.chain_id
      AND transfer.token_address = holding.token_address AND NOT transfer.orphaned
  ) AS newest_block,
  checkout.open_sweep, checkout.merchant_address, checkout.refund_authority,
  ARRAY(
    SELECT known.chain_id FROM wallet_codes AS known
    WHERE known.wallet_address = checkout.merchant_address AND NOT checkout.open_sweep AND known.has_code
  ) AS code_on,
  ARRAY(
    SELECT known.chain_id FROM wallet_codes AS known
    WHERE known.wallet_address = checkout.merchant_address AND NOT checkout.open_sweep AND NOT known.has_code
  ) AS no_code_on,
  nullif(holding.sweep_retry_at, '-infinity') AS sweep_retry_at`;
