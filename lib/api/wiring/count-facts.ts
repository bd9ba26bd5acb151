import type { CheckoutByHandStore, CheckoutStore } from "@/lib/checkouts/checkout.store";
import type { PaymentLinkStore } from "@/lib/checkouts/links/payment-link.store";
import type { ReplacementStore } from "@/lib/checkouts/requote/replacement.store";
import type { Advance, PaymentStore } from "@/lib/checkouts/state/payment-store.port";
import type { Metrics } from "@/lib/platform/metrics";
import type { RefundStore } from "@/lib/refunds/refund.store";
import type { WebhookStore } from "@/lib/webhooks/webhook-store.port";
import "server-only";

// Each function answers the same store. What a transaction did is counted once it is committed.

/** Counts the checkouts that it writes. */
export function countCheckouts<Store extends Pick<CheckoutStore, "insert">>(
  store: Store,
  metrics: Pick<Metrics, "checkoutEntered">,
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
      counted(async (counts) =>
        store.transaction((tx) => {
          // Of a transaction that runs again, only the last run counts.
          counts.splice(0);
          return work({
            ...tx,
            insertTransfers: async (transfers) => {
              const received = await tx.insertTransfers(transfers);
              for (const { chainId } of received) counts.push(() => metrics.transferSeen(chainId));
              return received;
            },
            markTransfersFinal: async (ids, at) => {
              await tx.markTransfersFinal(ids, at);
              counts.push(() => metrics.transfersConfirmed(ids.length));
            },
            saveAdvances: async (advances) => {
              await tx.saveAdvances(advances);
              counts.push(() => countMoves(metrics, advances));
            },
          });
        }),
      ),
  };
}

/** Counts checkouts that a refund, or a late payment that was accepted, moved. */
export function countRefunds(store: RefundStore, metrics: Metrics): RefundStore {
  return {
    ...store,
    transaction: (work) =>
      counted(async (counts) =>
        store.transaction((tx) => {
          // Of a transaction that runs again, only the last run counts.
          counts.splice(0);
          return work({
            ...tx,
            saveAdvance: async (advance) => {
              await tx.saveAdvance(advance);
              counts.push(() => countMoves(metrics, [advance]));
            },
          });
        }),
      ),
  };
}

/** Counts the attempts that it records, by outcome. */
export function countWebhooks(store: WebhookStore, metrics: Pick<Metrics, "webhookAttempted">): WebhookStore {
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

async function counted<T>(work: (counts: (() => void)[]) => Promise<T>): Promise<T> {
  const counts: (() => void)[] = [];
  const result = await work(counts);
  for (const count of counts) count();
  return result;
}

function countMoves(metrics: Metrics, advances: readonly Advance[]): void {
  for (const { checkout, previousStatus } of advances)
    if (checkout.status !== previousStatus) metrics.checkoutEntered(checkout.status);
}
