import type { CheckoutStore } from "@/lib/services/ports/checkout-store";

/** Where checkouts are made by hand. */
export type CheckoutDesk = {
  /** Writes checkouts, and in the same transaction who made them. */
  writtenDownBy(userId: string): Pick<CheckoutStore, "insert">;
};
