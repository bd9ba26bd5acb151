import { describe, expect, test } from "vitest";
import { type CheckoutStatus, checkoutStatuses } from "./checkout.rules";
import { eventKinds } from "./events.rules";
import { type RecomputedStatus, type Trigger, transition } from "./transition.rules";

type Condition = "any" | "accepted" | "not accepted" | "holds funds";

/** The table of states, one line for each allowed move: from, trigger, condition, to, event. */
const table: readonly [CheckoutStatus, string, Condition, CheckoutStatus, string][] = [
  ["PENDING", "payment_seen", "any", "DETECTED", "checkout.detected"],
  ["PENDING", "time_over", "any", "EXPIRED", "checkout.expired"],
  ["PENDING", "cancel", "any", "CANCELLED", "checkout.cancelled"],
  ["DETECTED", "payment_final", "any", "PAID", "checkout.paid"],
  ["DETECTED", "payment_reverted in time", "any", "PENDING", "checkout.reverted"],
  ["DETECTED", "payment_reverted over time", "any", "EXPIRED", "checkout.reverted"],
  ["EXPIRED", "payment_seen", "any", "DETECTED", "checkout.detected"],
  ["EXPIRED", "late_payment_final", "any", "LATE_PAID", "checkout.late_paid"],
  ["CANCELLED", "late_payment_final", "any", "LATE_PAID", "checkout.late_paid"],
  ["LATE_PAID", "late_payment_accepted", "not accepted", "LATE_PAID", "checkout.late_paid"],
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
  ["late_payment_accepted", { kind: "late_payment_accepted" }],
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
        return { state: { status, lateAccepted, holdsFunds }, name, trigger, row, conditions };
      }),
    ),
  ),
);
const allowed = cases.filter(({ row }) => row !== undefined);
const refused = cases.filter(({ row }) => row === undefined);

test("the cases are all combinations, and every line of the table is among them", () => {
  expect(cases).toHaveLength(8 * 15 * 4);
  expect(new Set(allowed.map(({ row }) => row)).size).toBe(table.length);
  expect(allowed).toHaveLength(32 * 4 + 4 * 2);
});

describe("allowed", () => {
  test.each(allowed)("$state.status on $name ($conditions)", ({ state, trigger, row }) => {
    expect(transition(state, trigger)).toEqual({
      kind: "moved",
      status: row?.[3],
      event: row?.[4],
      // Acceptance is of one payment: given once, and gone with the payment.
      lateAccepted:
        trigger.kind === "late_payment_accepted" || (state.lateAccepted && trigger.kind !== "deep_reorg"),
      freeze: trigger.kind === "deep_reorg",
    });
  });
});

describe("refused", () => {
  test.each(refused)("$state.status on $name ($conditions)", ({ state, trigger }) => {
    expect(transition(state, trigger)).toEqual({
      kind: "refused",
      from: state.status,
      trigger: trigger.kind,
    });
  });
});

test("every move tells of itself by a known event", () => {
  for (const { state, trigger } of allowed) {
    const moved = transition(state, trigger);
    expect(moved.kind === "moved" && eventKinds.includes(moved.event)).toBe(true);
  }
});

function holds(condition: Condition, lateAccepted: boolean, holdsFunds: boolean): boolean {
  if (condition === "accepted") return lateAccepted;
  if (condition === "not accepted") return !lateAccepted;
  return condition === "any" || holdsFunds;
}
