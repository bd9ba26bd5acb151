import type { CheckoutStore } from "./checkout-store.port";

/** Where checkouts are made by hand. */
export type CheckoutDesk = {
  /** Writes checkouts, and in the same transaction who made them. */
  writtenDownBy(userId: string): Pick<CheckoutStore, "insert">;
};
