import type { CheckoutHistory } from "@/lib/core/dashboard/checkout-history";

export type CheckoutHistories = {
  /** Null for an unknown id and equally for another project's. */
  read(projectId: string, checkoutId: string): Promise<CheckoutHistory | null>;
};
