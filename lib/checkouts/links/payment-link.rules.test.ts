import { expect, test } from "vitest";
import { pressKey, readTypedAmount } from "./payment-link.rules";

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
