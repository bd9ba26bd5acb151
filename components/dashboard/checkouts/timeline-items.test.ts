import { describe, expect, test } from "vitest";
import type { TimelineEntry } from "@/lib/core/checkout";
import type { CheckoutHistory, HistoryDelivery } from "@/lib/core/dashboard/checkout-history";
import { eventKinds } from "@/lib/core/events";
import { buildChain, buildCheckout, later, noon, uniqueHex, usdc } from "@/lib/testing/builders";
import { timelineItems } from "./timeline-items";

const checkout = buildCheckout({ projectId: "prj_1" });
const chains = [buildChain()];
const nothing: CheckoutHistory = {
  paymentLink: null,
  sweeps: [],
  settlements: [],
  deliveries: [],
  refunds: [],
  ledger: [],
  incidents: [],
  scannedBlocks: new Map(),
};
const told = (timeline: TimelineEntry[], history: Partial<CheckoutHistory> = {}) =>
  timelineItems({ checkout, timeline }, { ...nothing, ...history }, chains);
const titles = (items: { title: string }[]) => items.map(({ title }) => title);

const delivery: HistoryDelivery = {
  deliveryId: "whd_1",
  endpointId: "whe_1",
  url: "https://shop.example/hooks?secret=1",
  eventKind: "checkout.paid",
  status: "DELIVERED",
  attemptCount: 2,
  nextAttemptAt: later(9_000),
  createdAt: later(3_000),
  completedAt: later(5_000),
  lastAttempt: { startedAt: later(5_000), durationMs: 85, statusCode: 200, error: null },
};

describe("a timeline", () => {
  test("goes from the creation to the answer of the shop's server, in the order of time", () => {
    const txHash = uniqueHex(32);
    const newestFirst: TimelineEntry[] = [
      { kind: "checkout.paid", details: { from: "DETECTED", to: "PAID", txHash }, at: later(3_000) },
      { kind: "checkout.detected", details: { from: "PENDING", to: "DETECTED", txHash }, at: later(2_000) },
      {
        kind: "transfer.received",
        details: { chainId: 31337, tokenAddress: usdc, amount: "4500000", txHash, counts: true },
        at: later(2_000),
      },
      { kind: "checkout.created", details: { createdVia: "link" }, at: noon },
    ];
    const sweep = {
      chainId: 31337,
      tokenAddress: usdc,
      amountUnits: 4_500_000n,
      txHash,
      status: "final" as const,
    };
    const items = told(newestFirst, { deliveries: [delivery], sweeps: [{ ...sweep, at: later(4_000) }] });
    expect(titles(items)).toEqual([
      "Created (Payment link)",
      "4.50 USDC received on Local",
      "Payment seen: it covers the amount",
      "Paid: the payment is confirmed",
      "4.50 USDC moved to the merchant's wallet",
      "Webhook checkout.paid → shop.example",
    ]);
    expect(items[1]).toMatchObject({ look: "money", transaction: { chainId: 31337, txHash } });
    expect(items.at(-1)).toMatchObject({ note: "Answered 200 in 85 ms, at attempt 2", deliveryId: "whd_1" });
  });

  test("has words for every event, and the kind itself for one of a later version", () => {
    for (const kind of eventKinds) {
      const [item] = told([{ kind, details: { from: "PAID", to: "PENDING", status: "FAILED" }, at: noon }]);
      expect(item?.title).not.toBe(kind);
    }
    expect(titles(told([{ kind: "checkout.danced", details: null, at: noon }]))).toEqual(["checkout.danced"]);
    const hostile = { amount: "NaN", chainId: "x", tokenAddress: 7, txHash: null, status: "ODD" };
    for (const kind of ["transfer.received", "refund.sent", "refund.unheard", "checkout.created"])
      expect(told([{ kind, details: hostile, at: noon }])).toHaveLength(1);
  });

  test("tells a late payment, its acceptance and a stray one apart", () => {
    const late = (from: string): TimelineEntry => ({
      kind: "checkout.late_paid",
      details: { from, to: "LATE_PAID" },
      at: noon,
    });
    expect(titles(told([late("LATE_PAID"), late("EXPIRED")]))).toEqual([
      "Paid late: it waits for your decision",
      "Late payment accepted",
    ]);
    const tokenAddress = uniqueHex(20);
    const stray = { chainId: 99, tokenAddress, amount: "7", counts: false };
    expect(titles(told([{ kind: "transfer.received", details: stray, at: noon }]))).toEqual([
      "7 units of an unknown token received on Chain 99: stray, it pays nothing",
    ]);
  });

  test("tells of each delivery where it stands, and what can be done about it", () => {
    const failing = { startedAt: later(5_000), durationMs: 15_000, statusCode: null, error: "timeout" };
    const items = told([], {
      deliveries: [
        { ...delivery, deliveryId: "whd_4", status: "FAILED", attemptCount: 10, lastAttempt: failing },
        { ...delivery, deliveryId: "whd_3", status: "PENDING", attemptCount: 2, lastAttempt: failing },
        { ...delivery, deliveryId: "whd_2", status: "PENDING", attemptCount: 0, lastAttempt: null },
      ],
    });
    expect(items).toMatchObject([
      { key: "whd_2", note: "About to be sent" },
      { key: "whd_3", note: "Attempt 2 failed: timeout", next: { at: later(9_000) }, deliveryId: "whd_3" },
      { key: "whd_4", note: "Given up after 10 attempts: timeout", look: "bad", deliveryId: "whd_4" },
    ]);
    expect(items[0]?.deliveryId).toBeUndefined();
  });
});
