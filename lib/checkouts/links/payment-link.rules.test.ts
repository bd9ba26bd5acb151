import { expect, test } from "vitest";
import { hasMoney } from "@/lib/checkouts/links/payment-link.rules";
import { isAboveLimit, pressKey, readTypedAmount } from "./payment-link.rules";

test.each([
  ["12.50", "12.50"],
  [" 12,50 ", "12.50"],
  [",5", "0.5"],
  ["7.", "7"],
  ["１２", "12"],
  // Left for the rule of prices to refuse: nobody knows which of them is meant.
  ["1,234.50", "1.234.50"],
  ["1.234,50", "1.234.50"],
  ["-3", "-3"],
  ["", ""],
  ["9".repeat(50), "9".repeat(40)],
])("typed %j is read as %j", (typed, amount) => {
  expect(readTypedAmount(typed)).toBe(amount);
});

test.each([
  ["500", "500", false],
  ["500.00", "500", false],
  ["500.01", "500", true],
  ["500.01", "500.1", false],
  ["500", "499.99", true],
  // Above 2^53, where a float would find them equal.
  ["9007199254740993", "9007199254740992", true],
  ["1000000", null, false],
  ["a lot", "1", false],
] as const)("%s with the limit %s is above it: %s", (amount, limit, isAbove) => {
  expect(isAboveLimit(amount, limit)).toBe(isAbove);
});

test.each([
  ["12.50", 2, "12.50"],
  ["0012", 2, "12"],
  [".5", 2, "0.5"],
  ["1.2.345", 2, "1.23"],
  ["1,50", 2, "1,50"],
  ["4.5", 0, "45"],
  ["1".repeat(20), 2, "1".repeat(12)],
  ["12<3", 2, "13"],
])("keys %s with %i decimals show %s", (keys, decimalPlaces, shown) => {
  const press = (text: string, key: string) => pressKey(text, key === "<" ? "back" : key, decimalPlaces);
  expect([...keys].reduce(press, "")).toBe(shown);
});

test.each([
  ["", "00", 2, "0"],
  ["1", "00", 2, "100"],
  ["1.5", "00", 2, "1.50"],
  ["1.", "00", 0, "1."],
])("%j and the key %j show %j", (text, key, decimalPlaces, shown) => {
  expect(pressKey(text, key, decimalPlaces)).toBe(shown);
});

const untouched = { totalPaid: "0", reportedPayment: null, gaslessPayment: null, strayPayments: [] };
const reported = { txHash: "0x1" };
const signed = { status: "FAILED", failureReason: null, txHash: null } as const;

test.each([
  ["nothing", {}, false],
  ["a part", { totalPaid: "1" }, true],
  ["a reported payment", { reportedPayment: reported }, true],
  ["a signature that anyone may submit", { gaslessPayment: { ...signed, mayStillPay: true } }, true],
  ["a signature whose time is over", { gaslessPayment: { ...signed, mayStillPay: false } }, false],
  ["another coin", { strayPayments: [{}] }, true],
])("a sale with %s has money: %o is %s", (_, change, expected) => {
  expect(hasMoney({ ...untouched, ...change })).toBe(expected);
});
