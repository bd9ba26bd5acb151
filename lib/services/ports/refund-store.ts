import type { Refund } from "@/lib/core/refund";
import type { Page, Paged } from "@/lib/schemas/pagination";
import type { TimelineEntry } from "./checkout-store";
import type { Completion } from "./idempotency";
import type { LockedCheckout } from "./payment-store";

/** The single-use link at which the customer names an address; only its hash is stored. */
export type ClaimToken = { hash: string; expiresAt: Date };

/** Reads and writes inside one database transaction. */
export type RefundTransaction = {
  /** Locks the project's refunds of the day, so that two requests never both take the rest of its limit. */
  lockDailySum(projectId: string, since: Date): Promise<bigint>;
  /** Locks the checkout; null for an unknown id and equally for another project's. */
  lockCheckout(projectId: string, checkoutId: string): Promise<LockedCheckout | null>;
  /** Writes the refund, raises the checkout's `refundingUnits`, and notes both in the timeline. */
  insert(
    refund: Refund,
    claim: ClaimToken | null,
    timeline: readonly TimelineEntry[],
    completion: Completion | null,
  ): Promise<void>;
};

export type RefundStore = {
  transaction<T>(work: (tx: RefundTransaction) => Promise<T>): Promise<T>;
  /** Newest first. */
  list(checkoutId: string, page: Page): Promise<Paged<Refund>>;
};
