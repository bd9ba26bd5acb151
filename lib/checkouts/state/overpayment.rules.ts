import { type Checkout, isPaid } from "@/lib/checkouts/checkout.rules";
import { type CheckoutFacts, dueUnits } from "./payment-matching.rules";

type Facts = Pick<
  Checkout,
  | "status"
  | "lateAcceptedAt"
  | "amountUnits"
  | "acceptedUnits"
  | "totalPaidUnits"
  | "paidUnits"
  | "refundedUnits"
  | "refundingUnits"
>;

/**
 * Final money above the price of a paid checkout, or above what was accepted instead; after a refund in full, all that
 * was not refunded. 0 without any.
 */
export function overpaidUnits(checkout: Facts): bigint {
  return isPaidOrRefunded(checkout) ? aboveDue(checkout, checkout.paidUnits) : 0n;
}

/** The same before it is final, from the moment that the amount is complete in time: what a customer may request. */
export function seenOverpaidUnits(checkout: Facts): bigint {
  const isComplete = checkout.status === "DETECTED" || isPaidOrRefunded(checkout);
  return isComplete ? aboveDue(checkout, checkout.totalPaidUnits) : 0n;
}

function isPaidOrRefunded({ status, lateAcceptedAt }: Facts): boolean {
  return status === "REFUNDED" || isPaid(status, lateAcceptedAt !== null);
}

function aboveDue(checkout: Facts, receivedUnits: bigint): bigint {
  const { status, amountUnits, acceptedUnits, refundedUnits } = checkout;
  const price = amountUnits === null ? null : dueUnits(amountUnits, acceptedUnits);
  const due = status === "REFUNDED" ? refundedUnits : price;
  return due !== null && receivedUnits > due ? receivedUnits - due : 0n;
}

/**
 * The part of an overpayment that can still be refunded. Every type of refund counts against it, so that no excess is
 * paid twice.
 */
export function excessUnits(checkout: Facts): bigint {
  return withoutRefunds(overpaidUnits(checkout), checkout);
}

/** The same before it is final. */
export function seenExcessUnits(checkout: Facts): bigint {
  return withoutRefunds(seenOverpaidUnits(checkout), checkout);
}

/**
 * Final money that the customer may request back: the excess of a paid checkout, or all that an ended one received
 * without being paid.
 */
export function returnableUnits(checkout: Facts): bigint {
  return hasEndedUnpaid(checkout) ? withoutRefunds(checkout.paidUnits, checkout) : excessUnits(checkout);
}

/** The same before it is final. */
export function seenReturnableUnits(checkout: Facts): bigint {
  return hasEndedUnpaid(checkout)
    ? withoutRefunds(checkout.totalPaidUnits, checkout)
    : seenExcessUnits(checkout);
}

/** Expired, cancelled, or paid too late and not accepted. */
export function hasEndedUnpaid(checkout: Facts): boolean {
  const { status, lateAcceptedAt } = checkout;
  return (
    status === "EXPIRED" || status === "CANCELLED" || (status === "LATE_PAID" && lateAcceptedAt === null)
  );
}

function withoutRefunds(units: bigint, { status, refundedUnits, refundingUnits }: Facts): bigint {
  // Of a refunded checkout, `units` came after its refunds.
  const left = units - refundingUnits - (status === "REFUNDED" ? 0n : refundedUnits);
  return left > 0n ? left : 0n;
}

/** Whether money of the checkout, in any coin, is refunded or being refunded. */
export function goesBack({ refunded, refunding }: Pick<CheckoutFacts, "refunded" | "refunding">): boolean {
  return [...refunded, ...refunding].some(({ amountUnits }) => amountUnits > 0n);
}

/**
 * Whether the money at the deposit address is the merchant's, to be settled by policy. That of a refunded checkout is
 * if it was paid, or if no money of the customer is left.
 */
export function isMerchants({
  status,
  lateAcceptedAt,
  paidAt,
  totalPaidUnits,
  refundedUnits,
}: Pick<Checkout, "status" | "lateAcceptedAt" | "paidAt" | "totalPaidUnits" | "refundedUnits">): boolean {
  if (status === "REFUNDED") return paidAt !== null || totalPaidUnits <= refundedUnits;
  return isPaid(status, lateAcceptedAt !== null);
}
