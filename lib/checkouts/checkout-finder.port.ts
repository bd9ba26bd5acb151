import type { ListPlace } from "@/lib/platform/lists/list-place.rules";
import type { Checkout } from "./checkout.rules";
import type { CheckoutFilter } from "./checkout-filter.rules";

/** How many there are: exactly, or "more than". */
export type CheckoutCount = { total: number; isMore: boolean };

/** A project's checkouts by the filters of its dashboard; at a million of them too. */
export type CheckoutFinder = {
  /** Away from the place's cursor: oldest first where it is `before`, newest first else. */
  page(projectId: string, filter: CheckoutFilter, place: ListPlace, limit: number): Promise<Checkout[]>;
  /** Counts up to `limit`; null when even that takes too long. */
  count(projectId: string, filter: CheckoutFilter, limit: number): Promise<CheckoutCount | null>;
};
