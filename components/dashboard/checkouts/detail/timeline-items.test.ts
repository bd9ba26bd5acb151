import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { incidentText } from "@/components/dashboard/messages/checkout-detail";
import type { TimelineEntry } from "@/lib/checkouts/checkout.rules";
import type { RefundMove } from "@/lib/checkouts/checkout-draft";
import type { CheckoutHistory, HistoryDelivery } from "@/lib/checkouts/dashboard/checkout-views.rules";
import type { TransferMove } from "@/lib/checkouts/state/transfer-moves.rules";
import { incidentKinds } from "@/lib/platform/incidents/incident-store.port";
import type { RefundTrigger } from "@/lib/refunds/refund.rules";
import { buildChain, buildCheckout, later, noon, uniqueHex, usdc } from "@/lib/testing/builders";
import { eventKinds } from "@/lib/webhooks/events.rules";
import { settlementWords } from "../../messages/settlements";
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
  eventId: "evt_1",
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

/** The kinds that statements write down themselves, as they stand in their text. */
function statementKinds(): string[] {
  const folder = new URL("../../../../lib/", import.meta.url);
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".store.ts"))
    .flatMap((name) =>
      readFileSync(new URL(name, folder), "utf8").split("INSERT INTO checkout_events").slice(1),
    )
    .flatMap((text) => /^[^`;]*?'([a-z]+\.[a-z_]+)'/.exec(text)?.[1] ?? []);
}

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
      "Payment seen for the full amount",
      "Paid: payment confirmed",
      "4.50 USDC moved to the merchant's wallet",
    ]);
    expect(items[1]).toMatchObject({ mark: "money", transaction: { chainId: 31337, txHash } });
    expect(items[3]?.webhooks).toMatchObject([
      {
        title: "Webhook checkout.paid → shop.example",
        note: "Response 200 in 85 ms, attempt 2",
        deliveryId: "whd_1",
      },
    ]);
    expect(items.flatMap(({ webhooks }) => webhooks ?? [])).toHaveLength(1);
  });

  test("gives each of two refunds that completed at once its own webhook", () => {
    const completed = (which: number): TimelineEntry => ({
      kind: "refund.completed",
      details: { refundId: `rfd_${which}`, status: "COMPLETED", eventId: `evt_${which}` },
      at: noon,
    });
    const reported = (which: number): HistoryDelivery => ({
      ...delivery,
      deliveryId: `whd_${which}`,
      eventId: `evt_${which}`,
      eventKind: "refund.completed",
      createdAt: noon,
    });
    const items = told([completed(2), completed(1)], { deliveries: [reported(2), reported(1)] });
    expect(items).toMatchObject([
      { page: "/refunds/rfd_1", webhooks: [{ deliveryId: "whd_1" }] },
      { page: "/refunds/rfd_2", webhooks: [{ deliveryId: "whd_2" }] },
    ]);
    expect(items).toHaveLength(2);
  });

  test("puts each entry after its cause even when the chain's clock disagrees", () => {
    const txHash = uniqueHex(32);
    const token = { chainId: 31337, tokenAddress: usdc };
    const sweep = { ...token, amountUnits: 4_500_000n, txHash, status: "final" as const };
    const begun = {
      ...token,
      settlementId: "stl_1",
      status: "SWEPT" as const,
      failureReason: null,
      txHash,
      createdAt: later(3_000),
      completedAt: later(9_000),
    };
    for (const at of [noon, later(5_000), later(60_000)]) {
      const items = told(
        [
          { kind: "checkout.settled", details: null, at: later(9_000) },
          { kind: "checkout.paid", details: null, at: later(2_000) },
        ],
        { settlements: [begun], sweeps: [{ ...sweep, at }], deliveries: [{ ...delivery, createdAt: noon }] },
      );
      expect(titles(items).filter((title) => !title.startsWith("Webhook"))).toEqual([
        "Paid: payment confirmed",
        "Settlement started",
        "4.50 USDC moved to the merchant's wallet",
        "Settled: the money is in the merchant's wallet",
      ]);
    }
  });

  test("has a text for every event, and shows the kind of an unknown one", () => {
    for (const kind of eventKinds) {
      const [item] = told([{ kind, details: { from: "PAID", to: "PENDING", status: "FAILED" }, at: noon }]);
      expect(item?.title).not.toBe(kind);
    }
    expect(titles(told([{ kind: "checkout.danced", details: null, at: noon }]))).toEqual(["checkout.danced"]);
    const hostile = { amount: "NaN", chainId: "x", tokenAddress: 7, txHash: null, status: "ODD" };
    for (const kind of ["transfer.received", "refund.sent", "refund.unheard", "checkout.created"])
      expect(told([{ kind, details: hostile, at: noon }])).toHaveLength(1);
  });

  test("has a text for every kind written to a checkout's timeline", () => {
    const transfers: Record<TransferMove["kind"], true> = {
      "transfer.received": true,
      "transfer.reverted": true,
    };
    const moves: Record<RefundMove["kind"], true> = {
      "refund.sent": true,
      "refund.unasked": true,
      "refund.stray": true,
      "refund.completed": true,
      "refund.reverted": true,
      "refund.reassigned": true,
      "refund.cancelled": true,
    };
    const triggers: Record<RefundTrigger["kind"], true> = {
      approved: true,
      address_named: true,
      cancelled: true,
      held: true,
      sent: true,
      unsent: true,
      funds_left: true,
      refused: true,
      payment_seen: true,
      payment_final: true,
      payment_reverted: true,
    };
    const inStatements = statementKinds();
    expect(inStatements).toContain("settlement.released");
    const kinds = [
      ...eventKinds,
      ...Object.keys(transfers),
      ...Object.keys(moves),
      ...Object.keys(triggers).map((trigger) => `refund.${trigger}`),
      ...inStatements,
      "checkout.selected",
      "refund.requested",
    ];
    const details = { status: "CANCELLED", amount: "1", amountWei: "1500000000000000000" };
    for (const kind of kinds) expect(told([{ kind, details, at: noon }])[0]?.title).not.toBe(kind);
    const native = { chainId: 31337, amountWei: "1500000000000000000" };
    expect(titles(told([{ kind: "native.received", details: native, at: noon }]))).toEqual([
      "1.50 ETH received on Local: doesn't count",
    ]);
  });

  test("shows why a settlement failed and which incident needs an operator", () => {
    const settlement = {
      settlementId: "set_1",
      status: "FAILED" as const,
      chainId: 31337,
      tokenAddress: usdc,
      txHash: null,
      createdAt: noon,
      completedAt: null,
    };
    const why = (failureReason: string | null) =>
      titles(told([], { settlements: [{ ...settlement, failureReason }] }));
    expect(why("NOT_SWEPT")).toEqual([`Settlement failed: ${settlementWords.failures.NOT_SWEPT}`]);
    expect(why("OF_A_LATER_VERSION")).toEqual([`Settlement failed: ${settlementWords.failed}`]);
    for (const kind of incidentKinds) {
      const [title] = titles(
        told([], { incidents: [{ incidentId: "inc_1", kind, createdAt: noon, resolvedAt: null }] }),
      );
      expect(title).toBe(incidentText(kind));
    }
  });

  test("distinguishes a late payment, its acceptance and a stray payment", () => {
    const late = (from: string): TimelineEntry => ({
      kind: "checkout.late_paid",
      details: { from, to: "LATE_PAID" },
      at: noon,
    });
    expect(titles(told([late("LATE_PAID"), late("EXPIRED")]))).toEqual([
      "Paid late: needs your decision",
      "Late payment accepted",
    ]);
    const tokenAddress = uniqueHex(20);
    const stray = { chainId: 99, tokenAddress, amount: "7", counts: false };
    expect(titles(told([{ kind: "transfer.received", details: stray, at: noon }]))).toEqual([
      "7 units of an unknown coin received on Chain 99: doesn't match, doesn't count",
    ]);
  });

  test("shows each delivery's status and the action it allows", () => {
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
      { key: "whd_4", note: "Gave up after 10 attempts: timeout", mark: "bad", deliveryId: "whd_4" },
    ]);
    expect(items[0]?.deliveryId).toBeUndefined();
  });
});
