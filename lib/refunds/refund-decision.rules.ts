import type { CheckoutStatus } from "@/lib/checkouts/checkout.rules";
import type { RefundStatus } from "@/lib/checkouts/refund-facts.rules";
import { amountPricedDecimals, sameValueUnits } from "@/lib/platform/values/money.rules";
import type { WaitingStatus } from "./refund.rules";

/** Whether there is final money to refund: not while it may still pay, nor once all of it was refunded. */
export function isRefundable({
  status,
  receivedUnits,
  refundedUnits,
}: {
  status: CheckoutStatus;
  receivedUnits: bigint;
  refundedUnits: bigint;
}): boolean {
  if (status === "PENDING" || status === "DETECTED" || receivedUnits === 0n) return false;
  return status !== "REFUNDED" || receivedUnits > refundedUnits;
}

/** The facts that decide a refund, all read under lock; units are of the checkout's token. */
export type RefundFacts = {
  status: CheckoutStatus;
  /** Stray money can be returned in any status: it paid nothing. */
  stray?: boolean;
  /** A reorg went deeper than the confirmation policy: nothing leaves automatically. */
  settlementFrozen: boolean;
  /** Only the merchant's wallet may move money out of the deposit address. */
  strict: boolean;
  /** Sum of the final transfers. */
  receivedUnits: bigint;
  refundedUnits: bigint;
  /** Sum of the open refunds. */
  refundingUnits: bigint;
  /** The amount that can be refunded without the merchant (`unsweptUnits`). */
  unsweptUnits: bigint;
  /** Of refunds by API, in `dailyUnits`. */
  dailyLimit: bigint;
  /** Requested by API today and accepted, in `dailyUnits`. */
  acceptedToday: bigint;
};

/** The request. */
export type RequestedRefund = {
  /** 0 when everything available was requested and nothing is. */
  amountUnits: bigint;
  /** The same in `dailyUnits`. */
  amountDaily: bigint;
  hasDestination: boolean;
};

export type RefundDecision =
  | { kind: "accepted"; status: RefundStatus }
  | { kind: "refused"; code: "CHECKOUT_NOT_REFUNDABLE" }
  | { kind: "refused"; code: "REFUND_AMOUNT_EXCEEDS_AVAILABLE"; availableUnits: bigint };

/**
 * Whether a refund is allowed, and what it waits for first, in this order: an owner's approval, the customer's address,
 * the merchant's signature. PENDING needs no person.
 */
export function decideRefund(facts: RefundFacts, requested: RequestedRefund): RefundDecision {
  if (facts.stray === true ? facts.receivedUnits === 0n : !isRefundable(facts))
    return { kind: "refused", code: "CHECKOUT_NOT_REFUNDABLE" };
  const availableUnits = availableToRefund(facts);
  if (requested.amountUnits === 0n || requested.amountUnits > availableUnits)
    return { kind: "refused", code: "REFUND_AMOUNT_EXCEEDS_AVAILABLE", availableUnits };
  return { kind: "accepted", status: firstStatus(facts, requested) };
}

/** The final amount received, less completed and open refunds. Never below 0, even after a reorg. */
export function availableToRefund({
  receivedUnits,
  refundedUnits,
  refundingUnits,
}: {
  receivedUnits: bigint;
  refundedUnits: bigint;
  refundingUnits: bigint;
}): bigint {
  return atLeastZero(receivedUnits - refundedUnits - refundingUnits);
}

function firstStatus(facts: RefundFacts, requested: RequestedRefund): RefundStatus {
  const overLimit = facts.acceptedToday + requested.amountDaily > facts.dailyLimit;
  if (overLimit || facts.settlementFrozen) return "AWAITING_APPROVAL";
  return waitsFor(facts, requested);
}

/** The facts that decide who pays a refund; units are of the checkout's token. */
export type PayingFacts = Pick<RefundFacts, "strict" | "unsweptUnits">;

/** The status of a refund that needs no approval, or has it. */
export function waitsFor(
  facts: PayingFacts,
  { amountUnits, hasDestination }: { amountUnits: bigint; hasDestination: boolean },
): WaitingStatus {
  return hasDestination ? whoPays(facts, amountUnits) : "AWAITING_ADDRESS";
}

/** The status of a refund with an address: it needs the merchant's signature when the service cannot pay it. */
export function whoPays(
  { strict, unsweptUnits }: PayingFacts,
  amountUnits: bigint,
): Extract<WaitingStatus, "AWAITING_SIGNATURE" | "PENDING"> {
  return strict || amountUnits > unsweptUnits ? "AWAITING_SIGNATURE" : "PENDING";
}

/** The balance of a deposit address, in the checkout's token. */
export type DepositFacts = {
  /** By the ledger, final or not. */
  atDepositUnits: bigint;
  /** Received, and not final yet. */
  notFinalUnits: bigint;
  /** Other open refunds to be paid from there. */
  promisedUnits: bigint;
  /** A settlement that takes everything may be on its way. */
  beingSettled: boolean;
};

/** What the service could refund from a deposit address now: final, not reserved and not being swept. */
export function unsweptUnits({
  atDepositUnits,
  notFinalUnits,
  promisedUnits,
  beingSettled,
}: DepositFacts): bigint {
  return beingSettled ? 0n : atLeastZero(atDepositUnits - notFinalUnits - promisedUnits);
}

/**
 * An amount as the daily limit counts it: millionths of a token, any token counting as one dollar. Rounded up, so that
 * dust counts.
 *
 * @example dailyUnits(1_500_000_000_000_000_001n, 18) // 1500001n
 */
export function dailyUnits(amountUnits: bigint, decimals: number): bigint {
  return sameValueUnits(amountUnits, decimals, amountPricedDecimals);
}

function atLeastZero(units: bigint): bigint {
  return units > 0n ? units : 0n;
}
