import type { Hex } from "@/lib/platform/values/hex.rules";

/**
 * What prevents the settlement of a deposit with a balance:
 * - `frozen`: a reorg took a payment that had counted; an operator has to review it.
 * - `stray`: not in the token or on the chain that the checkout is paid in. Swept only on request.
 * - `not_paid`: by the checkout's status the funds are not automatically the merchant's.
 * - `not_final`: in a block that settlement does not trust yet.
 * - `refund_open`: a refund may be paid from it.
 * - `being_settled`: in an open settlement.
 * - `closed`: only the merchant's own wallet may sweep it, or a refund authority whose key the service lacks.
 * - `not_deployed`: the merchant's contract wallet exists on another chain only; here, the address may belong to no
 *   one.
 * - `wallet_unknown`: we do not know yet for every chain whether the merchant's wallet is a contract.
 * - `held`: the project holds settlement back for some hours after PAID.
 * - `parked`: its last sweep was refused, and the retry is not due yet.
 */
export type SettlementBlocker =
  | "frozen"
  | "stray"
  | "not_paid"
  | "not_final"
  | "refund_open"
  | "being_settled"
  | "closed"
  | "not_deployed"
  | "wallet_unknown"
  | "held"
  | "parked";

/** Facts of the chain and the moment that decide whether a deposit may be swept. */
export type SettlementTerms = {
  chainId: number;
  /** The newest block that settlement trusts. */
  upTo: bigint;
  /** The operator's wallet, which sweeps deposits that anyone may sweep. */
  walletAddress: Hex;
  /** The service's refund wallet, which sweeps deposits closed to others; null without its key. */
  refundWallet: Hex | null;
  /** Chains for which we must know whether a wallet is a contract. */
  chainIds: readonly number[];
  /** An older refund request does not delay settlement, unless it is being sent; null: every open one does. */
  refundsSince: Date | null;
  /** A deposit that was in a reverted call since then is swept alone. */
  revertedSince: Date;
  at: Date;
};

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

/** `SettlementTerms` as the first parameters of a statement, in the order of `termValues`. */
export const termsTable = `
  terms AS (
    SELECT $1::int AS chain_id, $2::bigint AS up_to, $3::text AS wallet_address, $4::timestamptz AS refunds_since,
      $5::timestamptz AS reverted_since, $6::timestamptz AS at, $7::text AS refund_wallet, $8::int[] AS chain_ids
  )`;

/** The next parameter's number. */
export const firstFree = 9;

export function termValues(terms: SettlementTerms): unknown[] {
  const { chainId, upTo, walletAddress, refundsSince, revertedSince, at, refundWallet, chainIds } = terms;
  return [chainId, upTo, walletAddress, refundsSince, revertedSince, at, refundWallet, chainIds];
}

const reason = (name: SettlementBlocker) => `'${name}'`;

const openRefunds =
  "('AWAITING_APPROVAL', 'AWAITING_ADDRESS', 'AWAITING_SIGNATURE', 'PENDING', 'PROCESSING')";

/** Reasons why a whole call failed, without naming the faulty item. */
const reverted = "('TRANSACTION_REVERTED', 'REVERTED')";

/**
 * Whether a `holding` was recently in a call that failed as a whole: it is then swept alone, to find the faulty one.
 */
export const goesAlone = `
  EXISTS (
    SELECT FROM settlement_items AS item JOIN settlements AS settlement ON settlement.id = item.settlement_id
    WHERE item.checkout_id = holding.checkout_id AND item.token_address = holding.token_address
      AND settlement.chain_id = holding.chain_id AND item.status = 'FAILED' AND item.failure_reason IN ${reverted}
      AND coalesce(settlement.completed_at, settlement.created_at) > terms.reverted_since)`;

/** Whether only the refund authority or the merchant may sweep a `checkout`, and the operator is neither. */
export const byRefundKey = `(NOT checkout.open_sweep
      AND terms.wallet_address NOT IN (checkout.merchant_address, checkout.refund_authority))`;

/** A key owns its address on every chain, a contract only where it is deployed (lib/chain/chains.rules.ts). */
const merchantIsHere = `
      SELECT CASE
        WHEN bool_or(known.has_code AND known.chain_id = terms.chain_id) THEN 'yes'
        WHEN bool_or(known.has_code) AND bool_or(known.chain_id = terms.chain_id) THEN 'no'
        WHEN NOT bool_or(known.has_code)
          AND count(*) FILTER (WHERE known.chain_id = ANY (terms.chain_ids)) = cardinality(terms.chain_ids) THEN 'yes'
        ELSE 'unknown' END
      FROM wallet_codes AS known WHERE known.wallet_address = checkout.merchant_address`;

/** When the project's hold on a `checkout` ends; null without one. */
export const heldUntil = `
  (SELECT checkout.paid_at + make_interval(hours => nullif(holder.settlement_hold_hours, 0))
  FROM projects AS holder WHERE holder.id = checkout.project_id)`;

/**
 * What prevents a settlement of a `holding` of a `checkout` by the `terms`; null for nothing. Checked when choosing,
 * and again under lock when opening: a refund, a reorg or another settlement may have happened between.
 *
 * @param requested by the merchant ("sweep now")
 * @param byWallet a condition: the merchant's wallet signs the sweep, so that a stray needs no decision
 */
export const settlementBlocker = (requested: boolean, byWallet = "false") => `
  CASE
    WHEN checkout.settlement_frozen THEN ${reason("frozen")}
    ${
      requested
        ? `WHEN checkout.status IN ('PENDING', 'DETECTED') AND NOT (${isStray} AND (${byWallet} OR EXISTS (
      SELECT FROM stray_decisions AS decision
      WHERE decision.checkout_id = holding.checkout_id AND decision.chain_id = holding.chain_id
        AND decision.token_address = holding.token_address AND decision.refund_id IS NULL))) THEN ${reason("not_paid")}`
        : `
    WHEN (checkout.chain_id, checkout.token_address) IS DISTINCT FROM (holding.chain_id, holding.token_address)
      THEN ${reason("stray")}
    WHEN checkout.status = 'DETECTED' THEN ${reason("not_final")}
    WHEN checkout.status NOT IN ('PAID', 'SETTLED', 'LATE_PAID')
      OR (checkout.status = 'LATE_PAID' AND checkout.late_accepted_at IS NULL) THEN ${reason("not_paid")}
    WHEN ${heldUntil} > terms.at THEN ${reason("held")}`
    }
    WHEN EXISTS (
      SELECT FROM settlement_items AS item JOIN settlements AS settlement ON settlement.id = item.settlement_id
      WHERE item.checkout_id = holding.checkout_id AND item.token_address = holding.token_address
        AND settlement.chain_id = holding.chain_id AND item.status = 'PENDING') THEN ${reason("being_settled")}
    WHEN EXISTS (
      SELECT FROM refunds AS refund
      WHERE refund.checkout_id = holding.checkout_id AND refund.status IN ${openRefunds}
        AND refund.chain_id = holding.chain_id AND refund.token_address = holding.token_address
        AND (refund.status = 'PROCESSING' OR terms.refunds_since IS NULL
          OR refund.created_at > terms.refunds_since)) THEN ${reason("refund_open")}
    WHEN EXISTS (
      SELECT FROM transfers AS transfer
      WHERE transfer.checkout_id = holding.checkout_id AND transfer.chain_id = holding.chain_id
        AND transfer.token_address = holding.token_address AND NOT transfer.orphaned
        AND transfer.block_number > terms.up_to) THEN ${reason("not_final")}
    WHEN ${byRefundKey} AND terms.refund_wallet IS DISTINCT FROM checkout.refund_authority THEN ${reason("closed")}
    WHEN ${byRefundKey} AND (${merchantIsHere}) = 'no' THEN ${reason("not_deployed")}
    WHEN ${byRefundKey} AND (${merchantIsHere}) = 'unknown' THEN ${reason("wallet_unknown")}
    ${requested ? "" : `WHEN holding.sweep_retry_at > terms.at THEN ${reason("parked")}`}
  END`;
