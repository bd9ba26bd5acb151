import { beforeEach, describe, expect, test } from "vitest";
import type { CheckoutStore } from "@/lib/checkouts/checkout.store";
import type { Advance } from "@/lib/checkouts/checkout-draft";
import type { PaymentStore, PaymentTransaction } from "@/lib/payments/payment.store";
import { createMetrics, type Metrics } from "@/lib/platform/metrics";
import type { RefundStore, RefundTransaction } from "@/lib/refunds/refund.store";
import { buildCheckout } from "@/lib/testing/builders";
import type { WebhookStore } from "@/lib/webhooks/webhook-store.port";
import { countCheckouts, countPayments, countRefunds, countWebhooks } from "./count-facts";

let metrics: Metrics;

beforeEach(() => {
  metrics = createMetrics();
});

/** The values of a counter, by its labels. */
async function values(name: string): Promise<Record<string, number>> {
  const metric = await metrics.registry.getSingleMetric(name)?.get();
  return Object.fromEntries(
    (metric?.values ?? []).map(({ labels, value }) => [Object.values(labels).join(" "), value]),
  );
}

const moved = (status: Advance["checkout"]["status"], previousStatus = "PENDING" as const): Advance => ({
  checkout: buildCheckout({ projectId: "prj_1", status }),
  previousStatus,
  newQuotes: [],
  timeline: [],
  events: [],
});

describe("payments", () => {
  const tx = {
    insertTransfers: async (transfers: readonly { chainId: number }[]) => transfers.slice(1),
    markTransfersFinal: async () => undefined,
    saveAdvances: async () => undefined,
  } as unknown as PaymentTransaction;

  const work = async (inside: PaymentTransaction) => {
    await inside.insertTransfers([{ chainId: 1 }, { chainId: 1 }, { chainId: 8453 }] as never);
    await inside.markTransfersFinal(["pay_1", "pay_2"], new Date());
    await inside.saveAdvances([moved("PAID"), moved("PENDING")]);
    return "done";
  };

  test("count new, final and moved transfers once the transaction is committed", async () => {
    const store = countPayments(
      { transaction: (run) => run(tx) } as Pick<PaymentStore, "transaction"> as PaymentStore,
      metrics,
    );
    expect(await store.transaction(work)).toBe("done");
    expect(await values("checkout_transfers_seen_total")).toEqual({ "1": 1, "8453": 1 });
    expect(await values("checkout_transfers_confirmed_total")).toEqual({ "": 2 });
    expect(await values("checkout_checkouts_total")).toEqual({ PAID: 1 });
  });

  test("count nothing when the transaction rolls back", async () => {
    const refuses: PaymentStore["transaction"] = async (run) => {
      await run(tx);
      throw new Error("the database is gone");
    };
    const store = countPayments({ transaction: refuses } as PaymentStore, metrics);
    await expect(store.transaction(work)).rejects.toThrow("gone");
    expect(await values("checkout_transfers_seen_total")).toEqual({});
    expect(await values("checkout_checkouts_total")).toEqual({});
  });
});

test("a refund's move counts", async () => {
  const tx = { saveAdvance: async () => undefined } as unknown as RefundTransaction;
  const store = countRefunds(
    { transaction: (run) => run(tx) } as Pick<RefundStore, "transaction"> as RefundStore,
    metrics,
  );
  await store.transaction((inside) => inside.saveAdvance(moved("REFUNDED")));
  expect(await values("checkout_checkouts_total")).toEqual({ REFUNDED: 1 });
});

test("a checkout counts when it was written, and not when it was refused", async () => {
  const refusal = new Error("another's key");
  let refused = false;
  const insert = async () => {
    if (refused) throw refusal;
  };
  const store = countCheckouts({ insert } as Pick<CheckoutStore, "insert">, metrics);
  const write = () => store.insert(buildCheckout({ projectId: "prj_1" }), null, [], undefined as never, null);
  await write();
  refused = true;
  await expect(write()).rejects.toBe(refusal);
  expect(await values("checkout_checkouts_total")).toEqual({ PENDING: 1 });
});

test("counts attempts by outcome, without those of a lost lease", async () => {
  const store = countWebhooks(
    { record: async () => new Set(["whd_1", "whd_2"]) } as Pick<WebhookStore, "record"> as WebhookStore,
    metrics,
  );
  const finished = (id: string, kind: string) => ({ delivery: { id }, result: { kind } }) as never;
  await store.record([finished("whd_1", "delivered"), finished("whd_2", "retry"), finished("whd_3", "gone")]);
  expect(await values("checkout_webhook_attempts_total")).toEqual({ delivered: 1, retry: 1 });
});
