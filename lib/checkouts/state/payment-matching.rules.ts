import { sameToken, type TokenRef } from "@/lib/chain/token.rules";
import type { Checkout, Transfer } from "@/lib/checkouts/checkout.rules";
import type { Quote } from "@/lib/rates/quote.rules";

/** A checkout with every fact that decides its status. */
export type CheckoutFacts = {
  checkout: Checkout;
  /** In the order of selection; the last is in force. Empty before the first selection. */
  quotes: readonly Quote[];
  /** Canonical transfers to the deposit address, of any token and chain. */
  transfers: readonly Transfer[];
  /** Canonical and final sweeps, summed by token. */
  sweptFinal: readonly TokenUnits[];
  /** Completed refunds, summed by token. */
  refunded: readonly TokenUnits[];
  /** Refunds on their way, summed by token. */
  refunding: readonly TokenUnits[];
  /** Returns of stray money that did not fail, summed by token. */
  returned: readonly TokenUnits[];
  /** The newest checkout of the same order, among those that this one replaces, to which money came; null for none. */
  receivedEarlier: string | null;
  /** The project's policy for late payments. */
  latePaymentPolicy: "HOLD" | "ACCEPT" | "REFUND";
};

type TokenUnits = TokenRef & { amountUnits: bigint };

/** The part that decides what was paid. */
export type PayableFacts = Pick<CheckoutFacts, "checkout" | "quotes" | "transfers">;

/** The result of matching the transfers at a deposit address. */
export type Payment = {
  /** The completed quote, else the one in force; null before any selection. */
  quoteIndex: number | null;
  /** The amount less tolerance. */
  requiredUnits: bigint;
  /** Sum of the canonical transfers of the quote's token. */
  totalUnits: bigint;
  /** Sum of those that are final. */
  finalUnits: bigint;
  /** The same two sums over blocks not after `expiresAt`. */
  onTimeUnits: bigint;
  finalOnTimeUnits: bigint;
  /** The transfer that completed the amount. */
  completedBy: Transfer | null;
  /** `completedBy` is in a block not after `expiresAt`. */
  onTime: boolean;
  /** Final transfers alone complete the amount, in any block (later dust does not delay it). */
  final: boolean;
  /** The same with blocks not after `expiresAt`: late money cannot replace them. */
  finalOnTime: boolean;
  /** Every transfer outside `totalUnits`: in another token or chain than the quote's, or set aside. */
  strays: readonly Transfer[];
};

/** The least amount that pays `amountUnits`: the tolerance is rounded down, in the merchant's favour. */
export function requiredUnits(
  amountUnits: bigint,
  toleranceBps: number,
  acceptedUnits: bigint | null = null,
): bigint {
  return lower(amountUnits - (amountUnits * BigInt(toleranceBps)) / 10_000n, acceptedUnits);
}

/** The price, or the smaller amount that the merchant accepted instead. */
export function dueUnits(amountUnits: bigint, acceptedUnits: bigint | null): bigint {
  return lower(amountUnits, acceptedUnits);
}

function lower(units: bigint, acceptedUnits: bigint | null): bigint {
  return acceptedUnits !== null && acceptedUnits < units ? acceptedUnits : units;
}

/** The amount still to send: all that is missing, or nothing once the payment is within the tolerance. */
export function remainingUnits(
  checkout: Pick<Checkout, "amountUnits" | "acceptedUnits" | "totalPaidUnits" | "toleranceBps">,
): bigint {
  const { amountUnits, acceptedUnits, totalPaidUnits, toleranceBps } = checkout;
  if (amountUnits === null) return 0n;
  if (totalPaidUnits >= requiredUnits(amountUnits, toleranceBps, acceptedUnits)) return 0n;
  return dueUnits(amountUnits, acceptedUnits) - totalPaidUnits;
}

/**
 * Matches transfers against quotes. Transfers of a quoted token on its chain count. The transfer at which their sum
 * reaches the amount less tolerance completes the quote. Of several completed quotes the best wins: on time before
 * late, final before not final, newest selection first. A quote that has paid the checkout keeps it while its payment
 * exists, so that a second payment in another token does not change the terms of a finished sale. What the merchant
 * accepted is of the checkout's own terms: no other quote can win any more.
 */
export function assessPayment(facts: PayableFacts): Payment {
  let best: Payment | null = null;
  let bestRank = -1;
  for (const [quoteIndex, quote] of facts.quotes.entries()) {
    const isTerms = isTermsOf(facts.checkout, quote);
    if (facts.checkout.acceptedUnits !== null && !isTerms) continue;
    const candidate = assessQuote(quote, quoteIndex, facts);
    const candidateRank = isTerms && holds(facts.checkout, candidate) ? paidRank : rank(quote, candidate);
    if (candidateRank >= bestRank) [best, bestRank] = [candidate, candidateRank];
  }
  return best ?? { ...nothing, strays: facts.transfers };
}

const nothing: Omit<Payment, "strays"> = {
  quoteIndex: null,
  requiredUnits: 0n,
  totalUnits: 0n,
  finalUnits: 0n,
  onTimeUnits: 0n,
  finalOnTimeUnits: 0n,
  completedBy: null,
  onTime: false,
  final: false,
  finalOnTime: false,
};

function assessQuote(quote: Quote, quoteIndex: number, { checkout, transfers }: PayableFacts): Payment {
  const required = requiredUnits(quote.amountUnits, checkout.toleranceBps, checkout.acceptedUnits);
  const isOnTime = ({ blockTimestamp }: Transfer) => blockTimestamp.getTime() <= checkout.expiresAt.getTime();
  let totalUnits = 0n;
  let finalUnits = 0n;
  let onTimeUnits = 0n;
  let finalOnTimeUnits = 0n;
  let completedBy: Transfer | null = null;
  for (const transfer of inChainOrder(quote, transfers)) {
    totalUnits += transfer.amountUnits;
    if (transfer.final) finalUnits += transfer.amountUnits;
    if (isOnTime(transfer)) onTimeUnits += transfer.amountUnits;
    if (transfer.final && isOnTime(transfer)) finalOnTimeUnits += transfer.amountUnits;
    if (completedBy === null && totalUnits >= required) completedBy = transfer;
  }
  return {
    quoteIndex,
    requiredUnits: required,
    totalUnits,
    finalUnits,
    onTimeUnits,
    finalOnTimeUnits,
    completedBy,
    onTime: completedBy !== null && isOnTime(completedBy),
    final: completedBy !== null && finalUnits >= required,
    finalOnTime: completedBy !== null && finalOnTimeUnits >= required,
    strays: transfers.filter((transfer) => !sameToken(quote, transfer) || transfer.setAside),
  };
}

function inChainOrder(token: TokenRef, transfers: readonly Transfer[]): Transfer[] {
  return transfers
    .filter((transfer) => sameToken(token, transfer) && !transfer.setAside)
    .sort((a, b) =>
      a.blockNumber === b.blockNumber ? a.logIndex - b.logIndex : a.blockNumber < b.blockNumber ? -1 : 1,
    );
}

/**
 * Whether the payment that made the checkout paid still exists. Late money does not replace it, unless late money paid.
 */
export function isStillPaid(
  status: "PAID" | "LATE_PAID" | "SETTLED",
  lateAcceptedAt: Date | null,
  payment: Payment,
): boolean {
  return status === "LATE_PAID" || lateAcceptedAt !== null ? payment.final : payment.finalOnTime;
}

/**
 * Whether the checkout is to be paid in this token, or was. A token that was only offered belongs to it once its payment
 * is whole.
 */
export function isPaymentToken(
  { checkout, quotes }: { checkout: Checkout; quotes: readonly Quote[] },
  token: TokenRef,
): boolean {
  const isOwn = checkout.chainId === token.chainId && checkout.tokenAddress === token.tokenAddress;
  return quotes.some((quote) => sameToken(quote, token) && (quote.offered !== true || isOwn));
}

/** Whether the checkout's terms are those of the quote. */
function isTermsOf(checkout: Checkout, quote: Quote): boolean {
  return (
    quote.chainId === checkout.chainId &&
    quote.tokenAddress === checkout.tokenAddress &&
    quote.amountUnits === checkout.amountUnits
  );
}

/** Whether a payment on the checkout's own terms supports its present status. */
function holds({ status, lateAcceptedAt, refundedUnits }: Checkout, payment: Payment): boolean {
  if (status === "PAID" || status === "LATE_PAID" || status === "SETTLED")
    return isStillPaid(status, lateAcceptedAt, payment);
  // After a reorg refunds may exceed a payment that is still complete.
  return status === "REFUNDED" && (payment.completedBy !== null || payment.totalUnits >= refundedUnits);
}

const paidRank = 6;

/**
 * A stray that the merchant counted, and a token that was only offered, pay in whole or not at all: when a reorg takes
 * such a payment, the terms go back to the customer's selection.
 */
function rank(quote: Quote, payment: Payment): number {
  if (payment.completedBy === null) return quote.counted === true || quote.offered === true ? 0 : 1;
  return payment.onTime ? (payment.finalOnTime ? 5 : 4) : payment.final ? 3 : 2;
}
