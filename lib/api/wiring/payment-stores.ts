import { createDepositStore } from "@/lib/checkouts/deposits.store";
import { createPositionStore } from "@/lib/checkouts/state/chain-position.store";
import { createExpiryStore } from "@/lib/payments/expiry.store";
import { createPaymentStore } from "@/lib/payments/payment.store";
import { createHintStore } from "@/lib/payments/payment-hints.store";
import { createRecordedLogStore } from "@/lib/payments/recorded-logs.store";
import { createScanProgressStore } from "@/lib/payments/scan-progress.store";
import type { Connections } from "@/lib/platform/database";

export type PaymentStores = ReturnType<typeof createPaymentStores>;

/** The stores with which payments are scanned, recorded, confirmed and expired. */
export function createPaymentStores(database: Connections) {
  return {
    payments: createPaymentStore(database),
    deposits: createDepositStore(database),
    positions: createPositionStore(database),
    scanProgress: createScanProgressStore(database),
    recordedLogs: createRecordedLogStore(database),
    hints: createHintStore(database),
    expiry: createExpiryStore(database),
  };
}
