import type { Checkout } from "../../../packages/client/src/generated/types";

/** The state of a checkout in Medusa's words. Money that is in a block, but not final, is still pending. */
export function sessionStatus(
  checkout: Pick<Checkout, "status" | "isPaid">,
): "pending" | "captured" | "canceled" {
  if (checkout.isPaid || checkout.status === "REFUNDED") return "captured";
  switch (checkout.status) {
    case "PENDING":
    case "DETECTED":
    // It waits for the merchant, who accepts it or returns it.
    case "LATE_PAID":
      return "pending";
    default:
      return "canceled";
  }
}

/** Whether this shop's server created the checkout for the session. A publishable key can create a cheaper one. */
export function isOrderOf(
  checkout: Pick<Checkout, "createdVia" | "referenceId" | "metadata">,
  sessionId: string,
): boolean {
  return (
    checkout.createdVia === "server_key" &&
    checkout.referenceId === sessionId &&
    checkout.metadata.medusaSession === sessionId
  );
}

/** The checkout that was paid, or the newest one. */
export function payable<C extends Pick<Checkout, "isPaid">>(checkouts: readonly [C, ...C[]]): C {
  return checkouts.find(({ isPaid }) => isPaid) ?? checkouts.at(-1) ?? checkouts[0];
}

type Money = Pick<Checkout, "id" | "totalPaid" | "refundedAmount" | "token" | "checkoutUrl">;

/** The first of a session's checkouts with the customer's money: seen on the chain, and not refunded. */
export function withMoney<C extends Money>(checkouts: readonly C[]): C | undefined {
  return checkouts.find(({ totalPaid, refundedAmount }) => BigInt(totalPaid) > BigInt(refundedAmount));
}

/** Why such a session can't be replaced by one that asks for a whole price again. */
export function refusalOf({ id, totalPaid, refundedAmount, token, checkoutUrl }: Money): string {
  const units = BigInt(totalPaid) - BigInt(refundedAmount);
  const amount = token === null ? "Money" : `${formatUnits(units, token.decimals)} ${token.symbol}`;
  return `${amount} already arrived for this cart, at checkout ${id}. Complete that payment at ${checkoutUrl} with the cart as it was, or ask the shop for a refund. Then a new payment can begin.`;
}

function formatUnits(units: bigint, decimals: number): string {
  const digits = units.toString().padStart(decimals + 1, "0");
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, "");
  return `${digits.slice(0, digits.length - decimals)}.${fraction.padEnd(2, "0")}`;
}
