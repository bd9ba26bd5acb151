import type { Completion } from "@/lib/platform/idempotency.port";
import type { Paged } from "@/lib/platform/pagination.schema";
import type { Quote } from "@/lib/rates/quote.rules";
import type { Checkout, CheckoutDetails, PublicCheckout, TimelineEntry } from "./checkout.rules";
import type { ListCheckoutsQuery } from "./checkout.schema";
import type { EventKind } from "./events.rules";

/** An event to be told: `body` is the exact text that every delivery attempt sends. */
export type NewEvent = {
  id: string;
  projectId: string;
  checkoutId: string;
  kind: EventKind;
  sequence: number;
  body: string;
  createdAt: Date;
};

export type CheckoutStore = {
  /**
   * Writes the checkout, its quote (when the token is known), its timeline and its event with deliveries, in one
   * transaction; with them the answer that is kept for its idempotency key. Answers how many endpoints listen.
   * @throws LeaseLostError when the key is somebody else's by now; nothing is written then
   */
  insert(
    checkout: Checkout,
    quote: Quote | null,
    timeline: readonly TimelineEntry[],
    event: NewEvent,
    completion: Completion | null,
  ): Promise<{ deliveries: number }>;
  /** Null for an unknown id and equally for another project's. */
  find(projectId: string, checkoutId: string): Promise<CheckoutDetails | null>;
  findPublic(checkoutId: string): Promise<PublicCheckout | null>;
  /** The project's, newest first; only those that API keys created where `byApiKey` is true. */
  list(projectId: string, query: ListCheckoutsQuery, byApiKey?: boolean): Promise<Paged<Checkout>>;
};
