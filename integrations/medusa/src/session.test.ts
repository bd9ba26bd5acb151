import { describe, expect, test } from "vitest";
import { isOrderOf, payable, refusalOf, sessionStatus, withMoney } from "./session";

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

const usdc = { symbol: "USDC", name: "USD Coin", decimals: 6, iconUrl: "" };
const half = {
  id: "chk_1",
  totalPaid: "6250000",
  refundedAmount: "0",
  token: usdc,
  checkoutUrl: "https://pay.example.com/c/chk_1",
};
const empty = { ...half, id: "chk_2", totalPaid: "0" };

test.each([
  ["no money", [empty], undefined],
  ["a part of the price", [half], "chk_1"],
  ["money at the checkout that a newer one continues", [half, empty], "chk_1"],
  ["money that was refunded", [{ ...half, refundedAmount: "6250000" }, empty], undefined],
  ["a part that was refunded", [{ ...half, refundedAmount: "1" }], "chk_1"],
])("a session with %s", (_, checkouts, found) => {
  expect(withMoney(checkouts)?.id).toBe(found);
});

test("a refusal names the amount, the checkout and its page", () => {
  expect(refusalOf({ ...half, refundedAmount: "250000" })).toMatch(
    /^6\.00 USDC already arrived for this cart, at checkout chk_1\. Complete that payment at https:\S+\/c\/chk_1 /,
  );
  expect(refusalOf({ ...half, totalPaid: "1" })).toMatch(/^0\.000001 USDC /);
});

test("the paid checkout pays its session, although a newer one continues it", () => {
  const [paid, newer] = [
    { id: 1, isPaid: true },
    { id: 2, isPaid: false },
  ];
  expect(payable([paid, newer])).toBe(paid);
  expect(payable([{ ...paid, isPaid: false }, newer])).toBe(newer);
});
