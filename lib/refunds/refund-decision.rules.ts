import type { CheckoutStatus } from "@/lib/checkouts/checkout.rules";
import type { RefundStatus, WaitingStatus } from "@/lib/checkouts/refunds/refund.rules";

const refundableStatuses: ReadonlySet<CheckoutStatus> = new Set<CheckoutStatus>([
  "PAID",
  "SETTLED",
  "LATE_PAID",
  "EXPIRED",
  "CANCELLED",
]);

/** Whether money that was received for good may go back; in the other statuses there is none, or no more of it. */
export function isRefundable(status: CheckoutStatus): boolean {
  return refundableStatuses.has(status);
}

/** What decides a refund, all of it read under lock; units are of the checkout's token. */
export type RefundFacts = {
  status: CheckoutStatus;
  /** Stray money goes back regardless of the status: it paid nothing. */
  stray?: boolean;
  /** A reorg went past the confirmation policy: nothing leaves by itself. */
  settlementFrozen: boolean;
  /** Only the merchant's wallet may move money out of the deposit address. */
  strict: boolean;
  /** Sum of the final transfers. */
  receivedUnits: bigint;
  refundedUnits: bigint;
  /** Sum of the refunds that are open. */
  refundingUnits: bigint;
  /** What a refund can still be paid from without the merchant (`unsweptUnits`). */
  unsweptUnits: bigint;
  /** Of refunds by API, in `dailyUnits`. */
  dailyLimit: bigint;
  /** Requested by API since the day began and accepted, in `dailyUnits`. */
  acceptedToday: bigint;
};

/** What is asked for. */
export type RefundAsked = {
  /** 0 where all that is left was requested and nothing is. */
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
 * Whether a refund may be, and what it waits for first. In the order of who has to act: an owner who approves,
 * the customer who names an address, the merchant who signs; PENDING waits for no one.
 */
export function decideRefund(facts: RefundFacts, asked: RefundAsked): RefundDecision {
  if ((facts.stray !== true && !isRefundable(facts.status)) || facts.receivedUnits === 0n)
    return { kind: "refused", code: "CHECKOUT_NOT_REFUNDABLE" };
  const availableUnits = availableToRefund(facts);
  if (asked.amountUnits === 0n || asked.amountUnits > availableUnits)
    return { kind: "refused", code: "REFUND_AMOUNT_EXCEEDS_AVAILABLE", availableUnits };
  return { kind: "accepted", status: firstStatus(facts, asked) };
}

/** Received for good, less what went back and what is about to. Never below 0, whatever a reorg took. */
export function availableToRefund({
  receivedUnits,
  refundedUnits,
  refundingUnits,
}: Pick<RefundFacts, "receivedUnits" | "refundedUnits" | "refundingUnits">): bigint {
  return atLeastZero(receivedUnits - refundedUnits - refundingUnits);
}

function firstStatus(facts: RefundFacts, asked: RefundAsked): RefundStatus {
  const overLimit = facts.acceptedToday + asked.amountDaily > facts.dailyLimit;
  if (overLimit || facts.settlementFrozen) return "AWAITING_APPROVAL";
  return waitsFor(facts, asked);
}

/** What decides who pays a refund; units are of the checkout's token. */
export type PayingFacts = Pick<RefundFacts, "strict" | "unsweptUnits">;

/** Whom a refund waits for once it needs no approval, or has one. */
export function waitsFor(
  facts: PayingFacts,
  { amountUnits, hasDestination }: Pick<RefundAsked, "amountUnits" | "hasDestination">,
): WaitingStatus {
  return hasDestination ? whoPays(facts, amountUnits) : "AWAITING_ADDRESS";
}

/** Whom a refund with an address waits for: the merchant's signature where the service cannot pay it by itself. */
export function whoPays(
  { strict, unsweptUnits }: PayingFacts,
  amountUnits: bigint,
): Extract<WaitingStatus, "AWAITING_SIGNATURE" | "PENDING"> {
  return strict || amountUnits > unsweptUnits ? "AWAITING_SIGNATURE" : "PENDING";
}

/** What lies at a deposit address, in the checkout's token. */
export type DepositFacts = {
  /** By the ledger, final or not. */
  atDepositUnits: bigint;
  /** Received, and not final yet. */
  notFinalUnits: bigint;
  /** Of other open refunds that are paid from there, and were not paid yet. */
  promisedUnits: bigint;
  /** A settlement that takes all of it may be on its way. */
  beingSettled: boolean;
};

/** What the service could send back from a deposit address now: final, not promised and not about to leave. */
export function unsweptUnits({
  atDepositUnits,
  notFinalUnits,
  promisedUnits,
  beingSettled,
}: DepositFacts): bigint {
  return beingSettled ? 0n : atLeastZero(atDepositUnits - notFinalUnits - promisedUnits);
}

const dailyDecimals = 6;

/**
 * An amount as the day's limit counts it: millionths of a token, whichever token, since one counts as one dollar.
 * Rounded up, so that dust does not pass uncounted.
 *
 * @example dailyUnits(1_500_000_000_000_000_001n, 18) // 1500001n
 */
export function dailyUnits(amountUnits: bigint, decimals: number): bigint {
  if (decimals <= dailyDecimals) return amountUnits * 10n ** BigInt(dailyDecimals - decimals);
  const divisor = 10n ** BigInt(decimals - dailyDecimals);
  return (amountUnits + divisor - 1n) / divisor;
}

function atLeastZero(units: bigint): bigint {
  return units > 0n ? units : 0n;
}
