import { sameToken } from "@/lib/chain/token.rules";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { type Fault, fault } from "@/lib/platform/faults/fault.rules";
import { fiatToTokenUnits } from "@/lib/platform/values/money.rules";
import { hourMs } from "@/lib/platform/values/time.rules";
import type { Quote } from "@/lib/rates/quote.rules";
import { goesBack } from "./overpayment.rules";
import { assessPayment, type CheckoutFacts, type PayableFacts, type Payment } from "./payment-matching.rules";

/** What a merchant can accept as payment, or why nothing can be accepted now. */
export type Acceptance =
  | { kind: "acceptable"; quote: Quote; units: bigint }
  | { kind: "refused"; reason: Fault };

/**
 * The received amount that the merchant can accept as the price: a part of it while PENDING, anything after expiry, and
 * a late payment. Money in the selected token comes first, else in the token of an earlier selection.
 */
export function acceptanceOf(facts: PayableFacts): Acceptance {
  const { checkout } = facts;
  if (checkout.acceptedUnits !== null || checkout.lateAcceptedAt !== null)
    return refused(fault("checkouts.accepted"));
  if (!isOpen(checkout.status)) return refused(fault("checkouts.notAcceptable", { status: checkout.status }));
  const found = receivedIn(facts);
  if (found === null) return refused(fault("checkouts.nothingReceived"));
  const reason = reasonAgainst(facts, found);
  return reason === null
    ? { kind: "acceptable", quote: found.quote, units: found.payment.totalUnits }
    : refused(reason);
}

/** The facts with the received amount as the price, on the terms of its quote. */
export function accept<Accepted extends PayableFacts>(
  facts: Accepted,
  quote: Quote,
  units: bigint,
): Accepted {
  const { chainId, tokenAddress, amountUnits } = quote;
  return {
    ...facts,
    checkout: { ...facts.checkout, chainId, tokenAddress, amountUnits, acceptedUnits: units },
  };
}

/** A project's rule accepts late payments whose price rose by at most `bps`, and that were completed after `since`. */
export type LateRule = { bps: number; since: Date };

/** A payment is final soon after its block; after a longer outage a person decides. */
const ruleFreshMs = 2 * hourMs;

/** The rule decides about payments that were completed after this time only. */
export function ruleReachesBackTo(now: Date): Date {
  return new Date(now.getTime() - ruleFreshMs);
}

/**
 * Whether a late payment may be accepted without a person: nothing of the order goes back, in any coin, and no other
 * checkout of it was or may be paid.
 */
export function isAcceptableAlone(facts: CheckoutFacts): boolean {
  const { replacedBy, settlementFrozen } = facts.checkout;
  const isOnlyOne = replacedBy === null && facts.receivedEarlier === null;
  return isOnlyOne && !settlementFrozen && !goesBack(facts) && facts.returned.length === 0;
}

/**
 * Whether the project's rule accepts a late payment. Only a recent one in full and final, of an order that is still
 * wanted, with nothing going back, not counted by hand, and without a reorg: every other one is for a person.
 *
 * @param movedBps by how much the price rose until now; null when it isn't known
 */
export function isAcceptedByRule(
  facts: CheckoutFacts,
  rule: LateRule,
  movedBps: number | null,
  now: Date,
): boolean {
  const { checkout, quotes } = facts;
  const { chainId, tokenAddress, excessRequestedAt, excessDismissedAt } = checkout;
  const isCounted = quotes.some(
    (quote) =>
      quote.counted === true &&
      chainId !== null &&
      tokenAddress !== null &&
      sameToken(quote, { chainId, tokenAddress }),
  );
  // Dust that comes later makes no payment newer.
  const completedAt = assessPayment(facts).completedBy?.blockTimestamp;
  return (
    movedBps !== null &&
    movedBps <= rule.bps &&
    completedAt !== undefined &&
    completedAt >= rule.since &&
    completedAt >= ruleReachesBackTo(now) &&
    checkout.status === "LATE_PAID" &&
    checkout.lateAcceptedAt === null &&
    checkout.cancelledAt === null &&
    isAcceptableAlone(facts) &&
    (excessRequestedAt === null || excessDismissedAt !== null) &&
    !isCounted
  );
}

function isOpen(status: Checkout["status"]): boolean {
  return status === "PENDING" || status === "EXPIRED" || status === "LATE_PAID";
}

type Received = { quote: Quote; payment: Payment };

function receivedIn(facts: PayableFacts): Received | null {
  const { quoteIndex } = assessPayment(facts);
  const quotes = quoteIndex === null ? [] : facts.quotes.slice(quoteIndex, quoteIndex + 1);
  for (const quote of [...quotes, ...facts.quotes.toReversed()]) {
    const payment = assessPayment({ ...facts, quotes: [quote] });
    if (payment.totalUnits > 0n) return { quote, payment };
  }
  return null;
}

function reasonAgainst(facts: PayableFacts, { quote, payment }: Received): Fault | null {
  const { status, refundedUnits, refundingUnits } = facts.checkout;
  const isOwnToken =
    quote.chainId === facts.checkout.chainId && quote.tokenAddress === facts.checkout.tokenAddress;
  if (isOwnToken && refundedUnits + refundingUnits >= payment.totalUnits) return fault("checkouts.goesBack");
  if (status === "PENDING" && payment.onTimeUnits !== payment.totalUnits) return fault("checkouts.partLate");
  if (status === "EXPIRED" && payment.finalUnits !== payment.totalUnits)
    return fault("checkouts.partNotFinal");
  return null;
}

function refused(reason: Fault): Acceptance {
  return { kind: "refused", reason };
}

const wholeBps = 10_000n;

/** Rounded away from zero, so that a bound is never met by rounding. */
export function bpsOf(part: bigint, whole: bigint): number {
  if (whole <= 0n) return 0;
  const size = part < 0n ? -part : part;
  const bps = Number((size * wholeBps + whole - 1n) / whole);
  return part < 0n ? -bps : bps;
}

/**
 * By how much a price in tokens rose since it was fixed, so that the merchant loses; null when it cannot be known. A
 * price in tokens doesn't move.
 *
 * @param rate the token's current rate in the price's currency
 */
export function movedBps(
  { fiatAmount, amountUnits }: { fiatAmount: string | null; amountUnits: bigint | null },
  token: { decimals: number } | null,
  rate: string | null,
): number | null {
  if (amountUnits === null) return null;
  if (fiatAmount === null) return 0;
  if (token === null || rate === null) return null;
  return bpsOf(fiatToTokenUnits(fiatAmount, rate, token.decimals) - amountUnits, amountUnits);
}
