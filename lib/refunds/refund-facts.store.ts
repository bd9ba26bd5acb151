import type { TokenRef } from "@/lib/chain/token.rules";
import type { MainPayer } from "@/lib/checkouts/dust.rules";
import type { Refund } from "@/lib/checkouts/refund-facts.rules";
import { lockCheckouts, readCheckouts } from "@/lib/checkouts/state/checkout-facts.store";
import type { CheckoutFacts } from "@/lib/checkouts/state/payment-matching.rules";
import { type Queryable, read, type Statement } from "@/lib/platform/database";
import { approvedFrozen } from "./outgoing-refund.store";
import type { StoredLink } from "./refund.rules";
import { refundSelectList } from "./refund-rows.store";

/** A locked checkout with the facts that decide from where a refund can be paid, in one token. */
export type RefundableCheckout = CheckoutFacts & {
  /** The refund's, else the checkout's; null before a selection. */
  token: TokenRef | null;
  /** Booked balance of the deposit address, final or not. */
  atDepositUnits: bigint;
  /** Open refunds still to be paid from there. */
  promisedUnits: bigint;
  /** The part of these with a transaction on its way. */
  leavingUnits: bigint;
  /** A settlement is open: its sweep may be on the network already. */
  beingSettled: boolean;
  /** The wallet that paid most, if it signed an authorization or the excess request. */
  signedPayer: MainPayer | null;
  /** The project's smallest checkout, in no token. */
  minimumUnits: bigint;
};

/** A refund whose row is locked until the transaction ends. */
export type LockedRefund = {
  refund: Refund;
  claim: StoredLink | null;
  sign: StoredLink | null;
  /** An owner approved it while its checkout was frozen. */
  approvedFrozen: boolean;
};

/** Takes checkout, chain and token. No row without a canonical transfer. */
const mainPayer = `
  SELECT from_address AS address, sum(amount_units) AS units,
    (sum(sum(amount_units)) OVER ()) - sum(amount_units) AS others_units
  FROM transfers
  WHERE checkout_id = $1 AND chain_id = $2 AND token_address = $3 AND NOT orphaned
  GROUP BY from_address ORDER BY units DESC, address LIMIT 1`;

/** SQL: a window over the groups tells what the other payers sent. */
const selectMainPayer: Statement = { name: "refunds_main_payer", text: mainPayer };

export async function findMainPayer(
  connection: Queryable,
  checkoutId: string,
  { chainId, tokenAddress }: TokenRef,
): Promise<MainPayer | null> {
  const [payer] = await read<MainPayer>(connection, selectMainPayer, [checkoutId, chainId, tokenAddress]);
  return payer ?? null;
}

/**
 * The merchant pays an AWAITING_SIGNATURE refund, from the deposit address only where no one else could. A payment seen
 * on the chain has already left the deposit address in the ledger, final or not. SQL: its sums have to be of one
 * moment, under the checkout's lock.
 */
const selectDeposit: Statement = {
  name: "refunds_deposit",
  text: `
    WITH owed AS (
      SELECT refund.status, refund.amount_units FROM refunds AS refund
      WHERE refund.checkout_id = $1 AND refund.id IS DISTINCT FROM $4
        AND refund.chain_id = $2 AND refund.token_address = $3 AND refund.status IN ('AWAITING_APPROVAL', 'AWAITING_ADDRESS', 'PENDING', 'PROCESSING')
        AND NOT EXISTS (
          SELECT FROM refund_payments AS payment WHERE payment.refund_id = refund.id AND NOT payment.orphaned)
    )
    SELECT
      (
        SELECT coalesce(sum(CASE WHEN entry.to_account = 'DEPOSIT' THEN entry.amount_units
          WHEN entry.from_account = 'DEPOSIT' THEN -entry.amount_units ELSE 0 END), 0)
        FROM ledger_entries AS entry
        WHERE entry.checkout_id = $1 AND entry.chain_id = $2 AND entry.token_address = $3
      ) AS at_deposit_units,
      (SELECT coalesce(sum(amount_units), 0) FROM owed) AS promised_units,
      (SELECT coalesce(sum(amount_units), 0) FROM owed WHERE status = 'PROCESSING') AS leaving_units,
      EXISTS (
        SELECT FROM settlement_items AS item JOIN settlements AS settlement ON settlement.id = item.settlement_id
        WHERE item.checkout_id = $1 AND item.token_address = $3 AND item.status = 'PENDING'
          AND settlement.chain_id = $2
      ) AS being_settled,
      (SELECT minimum_units FROM projects WHERE id = $5) AS minimum_units,
      payer.*,
      EXISTS (
        SELECT FROM authorizations AS signed
        WHERE signed.checkout_id = $1 AND signed.chain_id = $2 AND signed.token_address = $3
          AND signed.from_address = payer.address AND signed.status = 'USED'
      ) OR EXISTS (
        SELECT FROM checkouts AS requested WHERE requested.id = $1 AND requested.excess_wallet = payer.address
      ) AS payer_signed
    FROM (SELECT) AS once LEFT JOIN (${mainPayer}) AS payer ON true`,
};

type DepositRow = Pick<
  RefundableCheckout,
  "atDepositUnits" | "promisedUnits" | "leavingUnits" | "beingSettled"
> & { minimumUnits: bigint; payerSigned: boolean } & (MainPayer | Record<keyof MainPayer, null>);

/** Other facts are read after the checkout's lock is held. */
export async function lockRefundable(
  connection: Queryable,
  projectId: string,
  checkoutId: string,
  exceptRefundId?: string,
  token?: TokenRef,
): Promise<RefundableCheckout | null> {
  const [facts] = await lockCheckouts(connection, [checkoutId]);
  return withDeposit(connection, projectId, facts, token, exceptRefundId);
}

/** The same without locks: the parts may be of different moments. */
export async function readRefundable(
  connection: Queryable,
  projectId: string,
  checkoutId: string,
  token?: TokenRef,
): Promise<RefundableCheckout | null> {
  const [facts] = await readCheckouts(connection, [checkoutId]);
  return withDeposit(connection, projectId, facts, token);
}

async function withDeposit(
  connection: Queryable,
  projectId: string,
  facts: CheckoutFacts | undefined,
  token?: TokenRef,
  exceptRefundId?: string,
): Promise<RefundableCheckout | null> {
  if (facts === undefined || facts.checkout.projectId !== projectId) return null;
  const { chainId, tokenAddress } = token ?? facts.checkout;
  const { id } = facts.checkout;
  const values = [id, chainId, tokenAddress, exceptRefundId ?? null, projectId];
  const [row] = await read<DepositRow>(connection, selectDeposit, values);
  if (row === undefined) throw new Error("the facts of a deposit are always one row");
  const { minimumUnits, payerSigned, address, units, othersUnits, ...deposit } = row;
  return {
    ...facts,
    token: chainId === null || tokenAddress === null ? null : { chainId, tokenAddress },
    ...deposit,
    signedPayer: payerSigned && address !== null ? { address, units, othersUnits } : null,
    minimumUnits,
  };
}

/** SQL: Prisma has no FOR NO KEY UPDATE. */
const lockRow: Statement = {
  name: "refunds_lock",
  text: `
    SELECT ${refundSelectList}, refund.claim_token_hash, refund.claim_expires_at,
      refund.sign_token_hash, refund.sign_expires_at, ${approvedFrozen} AS approved_frozen
    FROM refunds AS refund WHERE refund.id = $1 FOR NO KEY UPDATE OF refund`,
};

type LockedRow = Refund & {
  claimTokenHash: string | null;
  claimExpiresAt: Date | null;
  signTokenHash: string | null;
  signExpiresAt: Date | null;
  approvedFrozen: boolean;
};

export async function lockRefund(connection: Queryable, refundId: string): Promise<LockedRefund | null> {
  const [row] = await read<LockedRow>(connection, lockRow, [refundId]);
  if (row === undefined) return null;
  const { claimTokenHash, claimExpiresAt, signTokenHash, signExpiresAt, approvedFrozen, ...refund } = row;
  return {
    refund,
    claim: linkIn(claimTokenHash, claimExpiresAt),
    sign: linkIn(signTokenHash, signExpiresAt),
    approvedFrozen,
  };
}

function linkIn(hash: string | null, expiresAt: Date | null): StoredLink | null {
  return hash === null || expiresAt === null ? null : { hash, expiresAt };
}
