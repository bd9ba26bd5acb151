import type { Checkout } from "@/lib/core/checkout";
import type { CheckoutCursor, CheckoutFilter, CheckoutPlace } from "@/lib/core/dashboard/checkout-filter";

/** One page of a list, newest first, and whether there is more of it on either side. */
export type CheckoutPage = { items: readonly Checkout[]; hasNewer: boolean; hasOlder: boolean };

/** How many there are: exactly, or "more than". */
export type CheckoutCount = { total: number; isMore: boolean };

/** A project's checkouts by the filters of its dashboard; at a million of them too. */
export type CheckoutFinder = {
  /** A page that stays where it is while others are created: it begins beside a checkout, not after so many. */
  page(projectId: string, filter: CheckoutFilter, place: CheckoutPlace, take: number): Promise<CheckoutPage>;
  /** Counts up to `limit`; null when even that takes too long. */
  count(projectId: string, filter: CheckoutFilter, limit: number): Promise<CheckoutCount | null>;
  /** The next batch of the whole list, after `cursor`; for files. */
  batch(
    projectId: string,
    filter: CheckoutFilter,
    cursor: CheckoutCursor | null,
    take: number,
  ): Promise<readonly Checkout[]>;
};
