import { describe, expect, test } from "vitest";
import { refundUnits } from "./amounts";
import { isOrderOf, sessionStatus } from "./session-status";

const paid = { fiatAmount: "12.50", amount: "12499999", acceptedAmount: null };

test.each([
  ["all of it", paid, "12.5", "12499999"],
  ["two fifths, rounded down", paid, "5", "4999999"],
  ["one cent", paid, "0.01", "9999"],
  ["a share of what the merchant accepted", { ...paid, acceptedAmount: "10000000" }, "6.25", "5000000"],
  [
    "18 decimals",
    { fiatAmount: "3", amount: "3000000000000000001", acceptedAmount: null },
    "1",
    "1000000000000000000",
  ],
  [
    "a price without cents",
    { fiatAmount: "1500", amount: "10000000", acceptedAmount: null },
    "750.00",
    "5000000",
  ],
])("refunds %s in token units", (_, checkout, refund, units) => {
  expect(refundUnits(checkout, refund)).toBe(units);
});

test("a checkout without a fiat price has no share to refund", () => {
  expect(() => refundUnits({ ...paid, fiatAmount: null }, "1")).toThrow("fiat price");
});

test.each([
  ["PENDING", false, "pending"],
  ["DETECTED", false, "pending"],
  ["PAID", true, "captured"],
  ["SETTLED", true, "captured"],
  ["LATE_PAID", false, "pending"],
  ["LATE_PAID", true, "captured"],
  ["REFUNDED", false, "captured"],
  ["EXPIRED", false, "canceled"],
  ["CANCELLED", false, "canceled"],
] as const)("%s with isPaid %s is %s in Medusa", (status, isPaid, expected) => {
  expect(sessionStatus({ status, isPaid })).toBe(expected);
});

describe("the order of a session", () => {
  const own = {
    createdVia: "server_key",
    referenceId: "payses_1",
    metadata: { medusaSession: "payses_1" },
  } as const;
  test.each([
    ["created by the shop's server", own, true],
    ["of another session", { ...own, referenceId: "payses_2" }, false],
    ["without the session's mark", { ...own, metadata: {} }, false],
    ["created by a key of browsers", { ...own, createdVia: "api_key" as const }, false],
  ])("a checkout %s", (_, checkout, isOwn) => {
    expect(isOrderOf(checkout, "payses_1")).toBe(isOwn);
  });
});
