import { expect, test } from "vitest";
import { buildCheckout, later, noon } from "@/lib/testing/builders";
import { checkoutState, checkoutSteps } from "./checkout-steps";

const entry = (kind: string, minutes: number, details: Record<string, string | boolean> | null = null) => ({
  kind,
  details,
  at: later(minutes * 60_000),
});
/** Newest first. */
const timeline = [
  entry("checkout.settled", 4),
  entry("checkout.paid", 3),
  entry("transfer.received", 2),
  entry("transfer.received", 1, { counts: false }),
];
const received = { totalPaidUnits: 1n, paidAt: later(180_000), createdAt: noon };

test.each([
  ["nothing came", { status: "EXPIRED", createdAt: noon } as const, [0, null, null, null]],
  ["a late payment is undecided", { ...received, status: "LATE_PAID" } as const, [0, 2, null, null]],
  [
    "a late payment was accepted",
    { ...received, status: "LATE_PAID", lateAcceptedAt: later(300_000) } as const,
    [0, 2, 5, null],
  ],
  ["a sweep was reverted", { ...received, status: "PAID" } as const, [0, 2, 3, null]],
  ["it is settled", { ...received, status: "SETTLED" } as const, [0, 2, 3, 4]],
  ["it went back after that", { ...received, status: "REFUNDED" } as const, [0, 2, 3, 4]],
])("reaches the steps that happened when %s", (_, checkout, minutes) => {
  const entries = checkout.status === "EXPIRED" ? [] : timeline;
  const steps = checkoutSteps({
    checkout: buildCheckout({ projectId: "prj_1", ...checkout }),
    timeline: entries,
  });
  expect(steps.map(({ at }) => at)).toEqual(
    minutes.map((each) => (each === null ? null : later(each * 60_000))),
  );
  expect(steps.map(({ isDone }) => isDone)).toEqual(minutes.map((each) => each !== null));
});

test.each([
  ["PENDING", "waiting", null],
  ["DETECTED", "confirming", "confirming"],
  ["PAID", "held", "held"],
  ["LATE_PAID", null, null],
  ["SETTLED", "settled", "settled"],
  ["EXPIRED", "expired", null],
  ["CANCELLED", "cancelled", "cancelled"],
  ["REFUNDED", "refunded", "refunded"],
] as const)("%s is %s, with money %s", (status, empty, withMoney) => {
  const of = (more: object) => checkoutState(buildCheckout({ projectId: "prj_1", status, ...more }));
  expect([of({}), of({ totalPaidUnits: 1n })]).toEqual([empty, withMoney]);
  if (status === "LATE_PAID") expect(of({ lateAcceptedAt: noon })).toBe("held");
});
