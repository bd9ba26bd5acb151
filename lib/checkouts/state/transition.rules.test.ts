import { describe, expect, test } from "vitest";
import {
  type Checkout,
  type CheckoutStatus,
  checkoutStatuses,
  type Transfer,
} from "@/lib/checkouts/checkout.rules";
import { buildCheckout, noon } from "@/lib/testing/builders";
import { eventKinds } from "@/lib/webhooks/events.rules";
import type { Payment } from "./payment-matching.rules";
import { decide, endsAcceptance, type RecomputedStatus, type Trigger, transition } from "./transition.rules";

describe("transition", () => {
  type Condition = "any" | "accepted" | "not accepted" | "holds funds";

  /** The table of states, one line for each allowed move: from, trigger, condition, to, event. */
  const table: readonly [CheckoutStatus, string, Condition, CheckoutStatus, string][] = [
    ["PENDING", "payment_seen", "any", "DETECTED", "checkout.detected"],
    ["PENDING", "time_over", "any", "EXPIRED", "checkout.expired"],
    ["PENDING", "cancel", "any", "CANCELLED", "checkout.cancelled"],
    ["PENDING", "accepted", "any", "DETECTED", "checkout.detected"],
    ["DETECTED", "payment_final", "any", "PAID", "checkout.paid"],
    ["DETECTED", "payment_reverted in time", "any", "PENDING", "checkout.reverted"],
    ["DETECTED", "payment_reverted over time", "any", "EXPIRED", "checkout.reverted"],
    ["EXPIRED", "payment_seen", "any", "DETECTED", "checkout.detected"],
    ["EXPIRED", "late_payment_final", "any", "LATE_PAID", "checkout.late_paid"],
    ["EXPIRED", "accepted", "holds funds", "LATE_PAID", "checkout.late_paid"],
    ["CANCELLED", "late_payment_final", "any", "LATE_PAID", "checkout.late_paid"],
    ["LATE_PAID", "accepted", "not accepted", "LATE_PAID", "checkout.late_paid"],
    ["PAID", "swept", "any", "SETTLED", "checkout.settled"],
    ["LATE_PAID", "swept", "accepted", "SETTLED", "checkout.settled"],
    ["PAID", "refunded_in_full", "any", "REFUNDED", "checkout.refunded"],
    ["LATE_PAID", "refunded_in_full", "any", "REFUNDED", "checkout.refunded"],
    ["SETTLED", "refunded_in_full", "any", "REFUNDED", "checkout.refunded"],
    ["EXPIRED", "refunded_in_full", "holds funds", "REFUNDED", "checkout.refunded"],
    ["CANCELLED", "refunded_in_full", "holds funds", "REFUNDED", "checkout.refunded"],
    ["PAID", "deep_reorg to PENDING", "any", "PENDING", "checkout.reverted"],
    ["PAID", "deep_reorg to DETECTED", "any", "DETECTED", "checkout.reverted"],
    ["PAID", "deep_reorg to EXPIRED", "any", "EXPIRED", "checkout.reverted"],
    ["PAID", "deep_reorg to CANCELLED", "any", "CANCELLED", "checkout.reverted"],
    ["LATE_PAID", "deep_reorg to PENDING", "any", "PENDING", "checkout.reverted"],
    ["LATE_PAID", "deep_reorg to DETECTED", "any", "DETECTED", "checkout.reverted"],
    ["LATE_PAID", "deep_reorg to PAID", "any", "PAID", "checkout.reverted"],
    ["LATE_PAID", "deep_reorg to EXPIRED", "any", "EXPIRED", "checkout.reverted"],
    ["LATE_PAID", "deep_reorg to CANCELLED", "any", "CANCELLED", "checkout.reverted"],
    ["SETTLED", "deep_reorg to PENDING", "any", "PENDING", "checkout.reverted"],
    ["SETTLED", "deep_reorg to DETECTED", "any", "DETECTED", "checkout.reverted"],
    ["SETTLED", "deep_reorg to PAID", "any", "PAID", "checkout.reverted"],
    ["SETTLED", "deep_reorg to EXPIRED", "any", "EXPIRED", "checkout.reverted"],
    ["SETTLED", "deep_reorg to CANCELLED", "any", "CANCELLED", "checkout.reverted"],
    ["REFUNDED", "deep_reorg to PENDING", "any", "PENDING", "checkout.reverted"],
    ["REFUNDED", "deep_reorg to DETECTED", "any", "DETECTED", "checkout.reverted"],
    ["REFUNDED", "deep_reorg to PAID", "any", "PAID", "checkout.reverted"],
    ["REFUNDED", "deep_reorg to EXPIRED", "any", "EXPIRED", "checkout.reverted"],
    ["REFUNDED", "deep_reorg to CANCELLED", "any", "CANCELLED", "checkout.reverted"],
  ];

  const recomputed: readonly RecomputedStatus[] = ["PENDING", "DETECTED", "PAID", "EXPIRED", "CANCELLED"];

  /** Every trigger with every value of its conditions, by the name that the table uses. */
  const triggers: ReadonlyMap<string, Trigger> = new Map<string, Trigger>([
    ["payment_seen", { kind: "payment_seen" }],
    ["payment_final", { kind: "payment_final" }],
    ["payment_reverted in time", { kind: "payment_reverted", timeOver: false }],
    ["payment_reverted over time", { kind: "payment_reverted", timeOver: true }],
    ["time_over", { kind: "time_over" }],
    ["cancel", { kind: "cancel" }],
    ["late_payment_final", { kind: "late_payment_final" }],
    ["accepted", { kind: "accepted" }],
    ["swept", { kind: "swept" }],
    ["refunded_in_full", { kind: "refunded_in_full" }],
    ...recomputed.map((status): [string, Trigger] => [
      `deep_reorg to ${status}`,
      { kind: "deep_reorg", recomputed: status },
    ]),
  ]);

  const cases = checkoutStatuses.flatMap((status) =>
    [...triggers].flatMap(([name, trigger]) =>
      [false, true].flatMap((lateAccepted) =>
        [false, true].map((holdsFunds) => {
          const row = table.find(
            ([from, on, condition]) =>
              from === status && on === name && holds(condition, lateAccepted, holdsFunds),
          );
          const conditions = `${lateAccepted ? "accepted" : "not accepted"}, ${holdsFunds ? "funds" : "no funds"}`;
          const state = { status, lateAcceptedAt: lateAccepted ? noon : null };
          return { state, payment: { finalUnits: holdsFunds ? 1n : 0n }, name, trigger, row, conditions };
        }),
      ),
    ),
  );

  const allowed = cases.filter(({ row }) => row !== undefined);

  const refused = cases.filter(({ row }) => row === undefined);

  test("the cases are all combinations, and every line of the table is among them", () => {
    expect(cases).toHaveLength(8 * 15 * 4);
    expect(new Set(allowed.map(({ row }) => row)).size).toBe(table.length);
    expect(allowed).toHaveLength(33 * 4 + 5 * 2);
  });

  describe("allowed", () => {
    test.each(allowed)("$state.status on $name ($conditions)", ({ state, payment, trigger, row }) => {
      expect(transition(state, payment, trigger)).toEqual({
        status: row?.[3],
        event: row?.[4],
        // Acceptance is of one payment: given once, and gone with the payment.
        lateAccepted:
          (trigger.kind === "accepted" && row?.[3] === "LATE_PAID") ||
          (state.lateAcceptedAt !== null && trigger.kind !== "deep_reorg"),
        freeze: trigger.kind === "deep_reorg",
      });
    });
  });

  describe("refused", () => {
    test.each(refused)("$state.status on $name ($conditions)", ({ state, payment, trigger }) => {
      expect(transition(state, payment, trigger)).toBeNull();
    });
  });

  test("an acceptance ends with the payment, and stays when the payment is only less final", () => {
    const ends = [...triggers].flatMap(([name, trigger]) => (endsAcceptance(trigger) ? [name] : []));
    expect(ends).toEqual([
      "payment_reverted in time",
      "payment_reverted over time",
      "deep_reorg to PENDING",
      "deep_reorg to EXPIRED",
      "deep_reorg to CANCELLED",
    ]);
  });

  test("every move emits a known event", () => {
    for (const { state, payment, trigger } of allowed)
      expect(eventKinds).toContain(transition(state, payment, trigger)?.event);
  });

  function holds(condition: Condition, lateAccepted: boolean, holdsFunds: boolean): boolean {
    if (condition === "accepted") return lateAccepted;
    if (condition === "not accepted") return !lateAccepted;
    return condition === "any" || holdsFunds;
  }
});

describe("decide", () => {
  const transfer: Transfer = {
    id: "pay_1",
    chainId: 8453,
    tokenAddress: "0x00000000000000000000000000000000000000c1",
    blockNumber: 1n,
    blockTimestamp: new Date(0),
    txHash: "0x01",
    logIndex: 0,
    amountUnits: 100n,
    final: false,
  };

  const unpaid: Payment = {
    quoteIndex: 0,
    requiredUnits: 100n,
    totalUnits: 0n,
    finalUnits: 0n,
    completedBy: null,
    onTime: false,
    final: false,
    onTimeUnits: 0n,
    finalOnTimeUnits: 0n,
    finalOnTime: false,
    strays: [],
  };

  const seen: Payment = { ...unpaid, totalUnits: 100n, completedBy: transfer, onTime: true };

  const final: Payment = { ...seen, finalUnits: 100n, final: true, finalOnTime: true };

  const late: Payment = { ...seen, onTime: false };

  const lateFinal: Payment = { ...late, finalUnits: 100n, final: true };

  /** The on-time money is not final; money that came late is, and would be enough. */
  const finalByLateMoney: Payment = { ...seen, totalUnits: 200n, finalUnits: 100n, final: true };

  type Facts = Partial<Parameters<typeof decide>[2]> &
    Partial<Pick<Checkout, "refundedUnits">> & { lateAccepted?: boolean; cancelled?: boolean };

  function on(
    status: CheckoutStatus,
    payment: Payment,
    { lateAccepted = false, cancelled = false, refundedUnits = 0n, ...facts }: Facts = {},
  ) {
    const lateAcceptedAt = lateAccepted ? noon : null;
    const cancelledAt = cancelled ? noon : null;
    const checkout = buildCheckout({
      projectId: "prj_1",
      status,
      lateAcceptedAt,
      cancelledAt,
      refundedUnits,
    });
    const none = { sweptUnits: 0n, refundReverted: false, acceptsLate: false, timeOver: false };
    return decide(checkout, payment, { ...none, ...facts });
  }

  describe("PENDING", () => {
    test("waits while neither paid nor over", () => {
      expect(on("PENDING", unpaid)).toBeNull();
    });
    test("goes on when a payment on time is seen, though the time is over by now", () => {
      expect(on("PENDING", seen)).toEqual({ kind: "payment_seen" });
      expect(on("PENDING", seen, { timeOver: true })).toEqual({ kind: "payment_seen" });
    });
    test("ends with the time, paid late or not at all", () => {
      expect(on("PENDING", unpaid, { timeOver: true })).toEqual({ kind: "time_over" });
      expect(on("PENDING", lateFinal, { timeOver: true })).toEqual({ kind: "time_over" });
    });
    test("takes no late payment before the time is over", () => {
      expect(on("PENDING", lateFinal)).toBeNull();
    });
  });

  describe("DETECTED", () => {
    test("waits for finality", () => {
      expect(on("DETECTED", seen, { timeOver: true })).toBeNull();
    });
    test("is paid only by final on-time money", () => {
      expect(on("DETECTED", final)).toEqual({ kind: "payment_final" });
      expect(on("DETECTED", finalByLateMoney)).toBeNull();
    });
    test.each([false, true])("is reverted when the payment is gone (time over: %s)", (timeOver) => {
      expect(on("DETECTED", unpaid, { timeOver })).toEqual({ kind: "payment_reverted", timeOver });
      expect(on("DETECTED", lateFinal, { timeOver })).toEqual({ kind: "payment_reverted", timeOver });
    });
  });

  describe("EXPIRED", () => {
    test("stays without enough money, and while late money is not final", () => {
      expect(on("EXPIRED", unpaid, { timeOver: true })).toBeNull();
      expect(on("EXPIRED", late, { timeOver: true })).toBeNull();
    });
    test("heals when a payment on time is found late", () => {
      expect(on("EXPIRED", seen, { timeOver: true })).toEqual({ kind: "payment_seen" });
    });
    test("is paid late by final late money", () => {
      expect(on("EXPIRED", lateFinal, { timeOver: true })).toEqual({ kind: "late_payment_final" });
    });
  });

  describe("CANCELLED", () => {
    test("is unchanged while nothing is final, in any block", () => {
      expect(on("CANCELLED", seen, { cancelled: true })).toBeNull();
    });
    test.each([final, lateFinal, finalByLateMoney])(
      "is paid late by final money, in any block",
      (payment) => {
        expect(on("CANCELLED", payment, { cancelled: true })).toEqual({ kind: "late_payment_final" });
      },
    );
  });

  describe("PAID", () => {
    test("stays until the price reached the merchant", () => {
      expect(on("PAID", final)).toBeNull();
      expect(on("PAID", final, { sweptUnits: 99n })).toBeNull();
    });
    test("is settled by sweeps, with earlier refunds included", () => {
      expect(on("PAID", final, { sweptUnits: 100n })).toEqual({ kind: "swept" });
      expect(on("PAID", final, { sweptUnits: 60n, refundedUnits: 40n })).toEqual({ kind: "swept" });
    });
    test("isn't settled by refunds alone", () => {
      expect(on("PAID", { ...final, totalUnits: 120n }, { refundedUnits: 100n })).toBeNull();
    });
    test.each([
      ["nothing is left, in time", unpaid, false, "PENDING"],
      ["nothing is left, over time", unpaid, true, "EXPIRED"],
      ["it is seen again but not final", seen, true, "DETECTED"],
      ["only late money is final", finalByLateMoney, true, "DETECTED"],
      ["only late money is left", lateFinal, true, "EXPIRED"],
    ])("is recomputed after a deep reorg: %s", (_, payment, timeOver, recomputed) => {
      expect(on("PAID", payment, { timeOver })).toEqual({ kind: "deep_reorg", recomputed });
    });
  });

  describe("LATE_PAID", () => {
    test("is settled only once accepted", () => {
      expect(on("LATE_PAID", lateFinal, { sweptUnits: 100n })).toBeNull();
      expect(on("LATE_PAID", lateFinal, { sweptUnits: 100n, lateAccepted: true })).toEqual({ kind: "swept" });
    });
    test("keeps its status while final money in any block covers it", () => {
      expect(on("LATE_PAID", finalByLateMoney)).toBeNull();
      expect(on("LATE_PAID", final, { cancelled: true })).toBeNull();
    });
    test("returns to CANCELLED if it came from there, otherwise to the logs' result", () => {
      expect(on("LATE_PAID", unpaid, { cancelled: true, timeOver: true })).toEqual({
        kind: "deep_reorg",
        recomputed: "CANCELLED",
      });
      expect(on("LATE_PAID", late, { timeOver: true })).toEqual({
        kind: "deep_reorg",
        recomputed: "EXPIRED",
      });
    });
  });

  describe("SETTLED", () => {
    test("is final while its payment exists", () => {
      expect(on("SETTLED", final, { sweptUnits: 100n })).toBeNull();
      expect(on("SETTLED", lateFinal, { sweptUnits: 100n, lateAccepted: true })).toBeNull();
    });

    test("goes back when a reorg took the sweep and left the payment", () => {
      expect(on("SETTLED", final)).toEqual({ kind: "deep_reorg", recomputed: "PAID" });
      expect(on("SETTLED", final, { sweptUnits: 99n })).toEqual({ kind: "deep_reorg", recomputed: "PAID" });
      expect(on("SETTLED", lateFinal, { lateAccepted: true, timeOver: true })).toEqual({
        kind: "deep_reorg",
        recomputed: "EXPIRED",
      });
    });
    test("is recomputed when its payment is gone", () => {
      const facts = { sweptUnits: 100n, timeOver: true };
      expect(on("SETTLED", unpaid, facts)).toEqual({ kind: "deep_reorg", recomputed: "EXPIRED" });
      expect(on("SETTLED", lateFinal, facts)).toEqual({ kind: "deep_reorg", recomputed: "EXPIRED" });
    });
  });

  describe("REFUNDED", () => {
    test("is final, even when refunds exceed the payment or money arrived since", () => {
      expect(on("REFUNDED", final, { refundedUnits: 101n })).toBeNull();
      expect(on("REFUNDED", { ...final, totalUnits: 150n }, { refundedUnits: 100n })).toBeNull();
    });
    test("ends when a reorg takes a refund that counted", () => {
      const facts = { refundedUnits: 60n, refundReverted: true };
      expect(on("REFUNDED", final, facts)).toEqual({ kind: "deep_reorg", recomputed: "PAID" });
      expect(on("REFUNDED", final, { ...facts, refundedUnits: 100n })).toBeNull();
      const more = { ...final, totalUnits: 200n };
      expect(on("REFUNDED", more, { ...facts, refundedUnits: 99n })).toMatchObject({ recomputed: "PAID" });
      // Only the refund of later money is gone.
      expect(on("REFUNDED", more, { ...facts, refundedUnits: 100n })).toBeNull();
    });
    test("ends when a reorg takes the payment and its refund in one go", () => {
      const facts = { refundedUnits: 0n, refundReverted: true };
      expect(on("REFUNDED", unpaid, facts)).toEqual({ kind: "deep_reorg", recomputed: "PENDING" });
      expect(on("REFUNDED", seen, facts)).toEqual({ kind: "deep_reorg", recomputed: "DETECTED" });
    });
    test("is final while refunds don't exceed receipts", () => {
      expect(on("REFUNDED", final, { refundedUnits: 100n })).toBeNull();
      expect(on("REFUNDED", { ...final, totalUnits: 120n }, { refundedUnits: 100n })).toBeNull();
    });
    test.each([
      ["PENDING", unpaid, false, false],
      ["EXPIRED", unpaid, false, true],
      ["CANCELLED", unpaid, true, true],
    ] as const)(
      "is recomputed to %s when a reorg removes receipts",
      (recomputed, payment, cancelled, timeOver) => {
        expect(on("REFUNDED", payment, { refundedUnits: 101n, cancelled, timeOver })).toEqual({
          kind: "deep_reorg",
          recomputed,
        });
      },
    );
  });

  describe("all of it went back", () => {
    const all = { refundedUnits: 100n };
    test.each([
      ["PAID", final],
      ["LATE_PAID", lateFinal],
      ["SETTLED", final],
    ] as const)("%s is refunded", (status, payment) => {
      expect(on(status, payment, all)).toEqual({ kind: "refunded_in_full" });
      expect(on(status, payment, { ...all, refundedUnits: 120n })).toEqual({ kind: "refunded_in_full" });
    });
    test.each(["EXPIRED", "CANCELLED"] as const)("of a partial payment, %s is refunded", (status) => {
      const part = { ...unpaid, totalUnits: 30n, finalUnits: 30n };
      expect(on(status, part, { refundedUnits: 30n })).toEqual({ kind: "refunded_in_full" });
      expect(on(status, part, { refundedUnits: 29n })).toBeNull();
      // A reorg took the rest of what was sent back: that is no end.
      expect(on(status, part, { refundedUnits: 31n })).toBeNull();
      expect(on(status, { ...part, finalUnits: 29n }, { refundedUnits: 30n })).toBeNull();
    });
    test("of nothing is nothing", () => {
      expect(on("EXPIRED", unpaid)).toBeNull();
    });
  });

  describe("a late payment of a project that takes them", () => {
    test("is accepted at once, and only then", () => {
      expect(on("LATE_PAID", lateFinal, { acceptsLate: true })).toEqual({ kind: "accepted" });
      expect(on("LATE_PAID", lateFinal, { acceptsLate: true, lateAccepted: true })).toBeNull();
      expect(on("LATE_PAID", lateFinal)).toBeNull();
    });
    test("of a cancelled checkout is held", () => {
      expect(on("LATE_PAID", lateFinal, { acceptsLate: true, cancelled: true })).toBeNull();
    });
  });
});
