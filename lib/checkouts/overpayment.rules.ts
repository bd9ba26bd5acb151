import { type Checkout, isPaid } from "./checkout.rules";

type Facts = Pick<
  Checkout,
  "status" | "lateAcceptedAt" | "amountUnits" | "paidUnits" | "refundedUnits" | "refundingUnits"
>;

/** Final money above the price of a paid checkout, whether or not it was refunded; 0 where there is none. */
export function overpaidUnits({ status, lateAcceptedAt, amountUnits, paidUnits }: Facts): bigint {
  if (amountUnits === null || !isPaid(status, lateAcceptedAt !== null)) return 0n;
  return paidUnits > amountUnits ? paidUnits - amountUnits : 0n;
}

/**
 * What of an overpayment can still be refunded. Every refund counts against it, whatever its type, so that no excess is
 * paid out twice.
 */
export function excessUnits(checkout: Facts): bigint {
  const left = overpaidUnits(checkout) - checkout.refundedUnits - checkout.refundingUnits;
  return left > 0n ? left : 0n;
}
