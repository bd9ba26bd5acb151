import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { type Fault, fault } from "@/lib/platform/faults/fault.rules";

/** A stranger with the id can create this many successors, one after another. */
export const mostRequotes = 10;

/** What decides whether an expired checkout can continue at the current rate. */
export type RequoteFacts = {
  checkout: Pick<Checkout, "status" | "fiatAmount" | "watchUntil" | "replacedBy" | "requoteCount">;
  /** The project's setting. */
  isAllowed: boolean;
  /** Money of any kind was seen at its address or at one that it replaces, or a payment is on its way. */
  hasReceived: boolean;
  /** The merchant has left its wallet since. */
  hasLeftWallet: boolean;
};

/**
 * Why the checkout can't continue at the current rate; null when it can. Its address must still be watched closely:
 * later, money there is seen only once a day.
 */
export function requoteProblem(facts: RequoteFacts, now: Date): Fault | null {
  const { checkout, isAllowed, hasReceived, hasLeftWallet } = facts;
  const { status, fiatAmount, watchUntil, replacedBy, requoteCount } = checkout;
  if (!isAllowed) return fault("reasons.notOffered");
  if (fiatAmount === null) return fault("reasons.noFiatPrice");
  if (status !== "EXPIRED") return fault("reasons.status", { status });
  if (hasReceived) return fault("reasons.onItsWay");
  if (replacedBy !== null) return fault("reasons.replaced");
  if (watchUntil.getTime() <= now.getTime()) return fault("reasons.expiredLongAgo");
  if (requoteCount >= mostRequotes) return fault("reasons.requotedOften", { times: mostRequotes });
  if (hasLeftWallet) return fault("reasons.walletChanged");
  return null;
}
