import { describe, expect, test } from "vitest";
import { type RefundStatus, refundStatuses } from "@/lib/checkouts/refund-facts.rules";
import type { EventKind } from "@/lib/webhooks/events.rules";
import { isCancellableRefund, isOpenRefund, type RefundTrigger, refundTransition } from "./refund.rules";

/** A trigger, from where it moves a refund, to where, and what is told. */
type Line = { trigger: RefundTrigger; from: readonly RefundStatus[]; to: RefundStatus; event?: EventKind };

const unsent = ["AWAITING_APPROVAL", "AWAITING_ADDRESS", "AWAITING_SIGNATURE", "PENDING"] as const;

const table: readonly Line[] = [
  ...(["AWAITING_ADDRESS", "AWAITING_SIGNATURE", "PENDING"] as const).map(
    (next): Line => ({ trigger: { kind: "approved", next }, from: ["AWAITING_APPROVAL"], to: next }),
  ),
  ...(["AWAITING_SIGNATURE", "PENDING"] as const).map(
    (next): Line => ({ trigger: { kind: "address_named", next }, from: ["AWAITING_ADDRESS"], to: next }),
  ),
  { trigger: { kind: "cancelled" }, from: unsent, to: "CANCELLED", event: "refund.cancelled" },
  { trigger: { kind: "held" }, from: ["PENDING"], to: "AWAITING_APPROVAL" },
  { trigger: { kind: "sent" }, from: ["PENDING"], to: "PROCESSING" },
  { trigger: { kind: "unsent" }, from: ["PROCESSING"], to: "PENDING" },
  { trigger: { kind: "funds_left" }, from: ["PENDING"], to: "AWAITING_SIGNATURE" },
  { trigger: { kind: "refused" }, from: ["PENDING"], to: "FAILED", event: "refund.failed" },
  { trigger: { kind: "payment_seen" }, from: [...unsent, "PROCESSING"], to: "PROCESSING" },
  { trigger: { kind: "payment_final" }, from: ["PROCESSING"], to: "COMPLETED", event: "refund.completed" },
  ...(["PROCESSING", "AWAITING_SIGNATURE"] as const).map(
    (next): Line => ({
      trigger: { kind: "payment_reverted", next },
      from: ["PROCESSING", "COMPLETED"],
      to: next,
    }),
  ),
];

describe.each(table)("$trigger", ({ trigger, from, to, event = null }) => {
  test.each(refundStatuses)("from %s", (status) => {
    expect(refundTransition(status, trigger)).toEqual(
      from.includes(status)
        ? { kind: "moved", status: to, event }
        : { kind: "refused", from: status, trigger: trigger.kind },
    );
  });
});

test("every trigger is in the table", () => {
  const every: Record<RefundTrigger["kind"], true> = {
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
  expect(new Set(table.map(({ trigger }) => trigger.kind))).toEqual(new Set(Object.keys(every)));
});

test("a refund holds its part of the money until it is completed, failed or cancelled", () => {
  expect(refundStatuses.filter(isOpenRefund)).toEqual([...unsent, "PROCESSING"]);
});

test("it can be cancelled until it may have been broadcast", () => {
  expect(refundStatuses.filter(isCancellableRefund)).toEqual([...unsent]);
});

test("FAILED and CANCELLED are final, and COMPLETED ends only by a reorganisation", () => {
  for (const { trigger } of table) {
    for (const status of ["FAILED", "CANCELLED", "COMPLETED"] as const) {
      const { kind } = refundTransition(status, trigger);
      expect(kind).toBe(status === "COMPLETED" && trigger.kind === "payment_reverted" ? "moved" : "refused");
    }
  }
});
