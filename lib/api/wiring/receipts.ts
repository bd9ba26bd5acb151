import "server-only";
import { perProcess } from "@/lib/platform/process/per-process";
import { createReceiptKeys } from "@/lib/signed/x402/receipt-keys";
import { getProcess } from "./process";

/** Sign receipts of payments by software. */
export const getReceiptKeys = perProcess("receipts", () => {
  const { DATA_KEY, DATA_KEY_PREVIOUS, CHECKOUT_PAGE_URL } = getProcess().settings;
  const dataKeys = DATA_KEY_PREVIOUS === undefined ? [DATA_KEY] : [DATA_KEY, DATA_KEY_PREVIOUS];
  return createReceiptKeys(dataKeys, CHECKOUT_PAGE_URL);
});
