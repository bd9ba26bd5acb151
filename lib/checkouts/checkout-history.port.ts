import type { CheckoutHistory } from "./checkout-history.rules";

export type CheckoutHistories = {
  /** Null for an unknown id and equally for another project's. */
  read(projectId: string, checkoutId: string): Promise<CheckoutHistory | null>;
};
