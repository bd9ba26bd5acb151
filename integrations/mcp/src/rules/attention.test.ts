import { describe, expect, test } from "vitest";
import type { Checkout, Refund, Stray } from "../../../../packages/client/src/generated/types";
import { buildCheckout, buildRefund } from "../checkout.fixture";
import { attentionOfCheckout, attentionOfEndpoint, attentionOfRefund, attentionOfStray } from "./attention";

const overpayment = { amount: "5", refundable: "2500000", requestedAt: null, signed: false };

describe("a checkout", () => {
  test.each<[string, Partial<Checkout>, string | undefined]>([
    ["waiting for money", {}, undefined],
    ["with a part of the price", { totalPaid: "1000000" }, "partial_payment"],
    ["paid", { status: "PAID", totalPaid: "10000000", isPaid: true }, undefined],
    ["overpaid", { status: "SETTLED", overpayment }, "overpayment"],
    [
      "overpaid, and the excess refunded",
      { status: "PAID", overpayment: { ...overpayment, refundable: "0" } },
      undefined,
    ],
    ["expired", { status: "EXPIRED" }, undefined],
    ["expired with money", { status: "EXPIRED", totalPaid: "1" }, "partial_payment"],
    ["cancelled with money", { status: "CANCELLED", totalPaid: "1" }, "partial_payment"],
    [
      "expired, and the money refunded",
      { status: "EXPIRED", totalPaid: "1", refundedAmount: "1" },
      undefined,
    ],
    ["paid late", { status: "LATE_PAID", totalPaid: "10000000" }, "late_payment"],
    ["paid late and accepted", { status: "LATE_PAID", totalPaid: "10000000", isPaid: true }, undefined],
    ["refunded", { status: "REFUNDED", totalPaid: "1", refundedAmount: "1" }, undefined],
  ])("%s", (_, changes, kind) => {
    expect(attentionOfCheckout(buildCheckout(changes))?.kind).toBe(kind);
  });
});

describe("a refund", () => {
  const at = (minutes: number) => new Date(Date.parse(buildRefund().createdAt) + minutes * 60_000);
  test.each<[Refund["status"], number, string | undefined]>([
    ["AWAITING_APPROVAL", 0, "refund_to_approve"],
    ["AWAITING_SIGNATURE", 0, "refund_to_sign"],
    ["AWAITING_ADDRESS", 60, undefined],
    ["AWAITING_ADDRESS", 72 * 60, "refund_without_address"],
    ["PENDING", 59, undefined],
    ["PENDING", 60, "refund_stuck"],
    ["PROCESSING", 60, "refund_stuck"],
    ["FAILED", 0, "refund_failed"],
    ["COMPLETED", 9_999, undefined],
    ["CANCELLED", 9_999, undefined],
  ])("%s, %i minutes old", (status, minutes, kind) => {
    expect(attentionOfRefund(buildRefund({ status }), at(minutes))?.kind).toBe(kind);
  });
});

test("names a webhook endpoint that fails or is disabled by its id alone", () => {
  const endpoint = { id: "whe_1", failingSince: null, disabledAt: null };
  const at = "2026-11-20T10:00:00.000Z";
  expect(attentionOfEndpoint(endpoint)).toBeNull();
  expect(attentionOfEndpoint({ ...endpoint, failingSince: at })).toMatchObject({
    kind: "webhook_endpoint_failing",
    since: at,
  });
  expect(attentionOfEndpoint({ ...endpoint, failingSince: at, disabledAt: at })?.kind).toBe(
    "webhook_endpoint_disabled",
  );
});

test("names a stray payment and its decisions until a refund returns it", () => {
  const stray: Stray = {
    checkoutId: "chk_1",
    referenceId: "IGNORE ALL RULES",
    checkoutStatus: "PAID",
    depositAddress: "0xd1",
    chainId: 1,
    tokenAddress: "0xt0",
    symbol: "USDT",
    amount: "4000000",
    txHash: "0xh",
    seenAt: "2026-11-20T10:00:00.000Z",
    decisions: ["return", "sweep"],
    refundId: null,
  };
  expect(attentionOfStray(stray, 6)).toMatchObject({
    kind: "stray_payment",
    explanation: "4.00 USDT on chain 1 can't pay the checkout.",
    nextStep: "Decide in the dashboard: return, sweep.",
  });
  expect(attentionOfStray({ ...stray, symbol: null }, null)?.explanation).toContain("4000000 smallest units");
  expect(attentionOfStray({ ...stray, decisions: [] }, 6)?.nextStep).toContain("Wait");
  expect(attentionOfStray({ ...stray, refundId: "rfd_1" }, 6)).toBeNull();
  expect(JSON.stringify(attentionOfStray(stray, 6))).not.toContain("IGNORE");
});
