import type { Checkout } from "@/lib/checkouts/checkout.rules";

/** A stranger with the id can create this many successors, one after another. */
export const mostRequotes = 10;

/** What decides whether an expired checkout can continue at the current rate. */
export type RequoteFacts = {
  checkout: Pick<Checkout, "status" | "fiatAmount" | "watchUntil" | "replacedBy" | "requoteCount">;
  /** The project's setting. */
  isAllowed: boolean;
  /** Money of any kind was seen at its address or at one that it replaces, or a payment is on its way. */
  hasReceived: boolean;
};

/**
 * Why the checkout can't continue at the current rate; null when it can. Its address must still be watched closely:
 * later, money there is seen only once a day.
 */
export function requoteProblem({ checkout, isAllowed, hasReceived }: RequoteFacts, now: Date): string | null {
  const { status, fiatAmount, watchUntil, replacedBy, requoteCount } = checkout;
  if (!isAllowed) return "the merchant doesn't offer it";
  if (fiatAmount === null) return "it has no fiat price";
  if (status !== "EXPIRED") return `its status is ${status}`;
  if (hasReceived) return "a payment was received or is on its way";
  if (replacedBy !== null) return "another checkout replaces it";
  if (watchUntil.getTime() <= now.getTime()) return "it expired too long ago";
  if (requoteCount >= mostRequotes) return `the price was already updated ${mostRequotes} times`;
  return null;
}
