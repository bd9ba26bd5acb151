import type { CheckoutByHandStore, CheckoutStore } from "@/lib/checkouts/checkout.store";
import type { Advance } from "@/lib/checkouts/checkout-draft";
import type { PaymentLinkStore } from "@/lib/checkouts/links/payment-link.store";
import type { PendingCheckoutStore } from "@/lib/checkouts/pending-checkout.store";
import type { ReplacementStore } from "@/lib/checkouts/requote/replacement.store";
import type { PaymentStore } from "@/lib/payments/payment.store";
import type { Metrics } from "@/lib/platform/metrics";
import type { RefundStore } from "@/lib/refunds/refund.store";
import type { WebhookStore } from "@/lib/webhooks/webhook-store.port";
import "server-only";

// Each function answers the same store. What a transaction did is counted once it is committed.

/** Counts the checkouts that it writes. */
export function countCheckouts<Store extends Pick<CheckoutStore, "insert">>(
  store: Store,
  metrics: Metrics,
): Store {
  const insert: CheckoutStore["insert"] = async (checkout, ...facts) => {
    const written = await store.insert(checkout, ...facts);
    metrics.checkoutEntered(checkout.status);
    return written;
  };
  return { ...store, insert };
}

export function countDesk(desk: CheckoutByHandStore, metrics: Metrics): CheckoutByHandStore {
  return { ...desk, withAuditActor: (userId) => countCheckouts(desk.withAuditActor(userId), metrics) };
}

export function countLinks(links: PaymentLinkStore, metrics: Metrics): PaymentLinkStore {
  return {
    ...links,
    checkoutsOf: (...link) => countCheckouts(links.checkoutsOf(...link), metrics),
    invoiceCheckoutsOf: (...args) => countCheckouts(links.invoiceCheckoutsOf(...args), metrics),
  };
}

export function countReplacements(store: ReplacementStore, metrics: Metrics): ReplacementStore {
  return { ...store, successorOf: (...args) => countCheckouts(store.successorOf(...args), metrics) };
}

/** Counts transfers, those that became final, and checkouts that moved. */
export function countPayments(store: PaymentStore, metrics: Metrics): PaymentStore {
  return {
    ...store,
    transaction: (work) =>
      counted(store.transaction, work, (tx, count) => ({
        ...tx,
        insertTransfers: async (transfers) => {
          const received = await tx.insertTransfers(transfers);
          for (const { chainId } of received) count(() => metrics.transferSeen(chainId));
          return received;
        },
        markTransfersFinal: async (ids, at) => {
          await tx.markTransfersFinal(ids, at);
          count(() => metrics.transfersConfirmed(ids.length));
        },
        saveAdvances: async (advances) => {
          await tx.saveAdvances(advances);
          count(() => countMoves(metrics, advances));
        },
      })),
  };
}

/** Counts checkouts that a customer or a merchant moved before they were paid. */
export function countPending(store: PendingCheckoutStore, metrics: Metrics): PendingCheckoutStore {
  return {
    transaction: (work) =>
      counted(store.transaction, work, (tx, count) => ({
        ...tx,
        saveAdvances: async (advances) => {
          await tx.saveAdvances(advances);
          count(() => countMoves(metrics, advances));
        },
      })),
  };
}

/** Counts checkouts that a refund, or a late payment that was accepted, moved. */
export function countRefunds(store: RefundStore, metrics: Metrics): RefundStore {
  return {
    ...store,
    transaction: (work) =>
      counted(store.transaction, work, (tx, count) => ({
        ...tx,
        saveAdvance: async (advance) => {
          await tx.saveAdvance(advance);
          count(() => countMoves(metrics, [advance]));
        },
      })),
  };
}

/** Counts the attempts that it records, by outcome. */
export function countWebhooks(store: WebhookStore, metrics: Metrics): WebhookStore {
  return {
    ...store,
    record: async (finished) => {
      const kept = await store.record(finished);
      for (const { delivery, result } of finished)
        if (kept.has(delivery.id)) metrics.webhookAttempted(result.kind);
      return kept;
    },
  };
}

/** Runs `work` in a transaction that `counting` observes; counts once it is committed. */
async function counted<Tx, T>(
  transaction: (work: (tx: Tx) => Promise<T>) => Promise<T>,
  work: (tx: Tx) => Promise<T>,
  counting: (tx: Tx, count: (act: () => void) => void) => Tx,
): Promise<T> {
  let counts: (() => void)[] = [];
  const result = await transaction((tx) => {
    // Of a transaction that runs again, only the last run counts.
    counts = [];
    return work(counting(tx, (act) => counts.push(act)));
  });
  for (const count of counts) count();
  return result;
}

function countMoves(metrics: Metrics, advances: readonly Advance[]): void {
  for (const { checkout, previousStatus } of advances)
    if (checkout.status !== previousStatus) metrics.checkoutEntered(checkout.status);
}
