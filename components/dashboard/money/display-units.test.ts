import { expect, test } from "vitest";
import { displayFiat, displayText } from "./display-units";

test.each([
  ["1234.5", "USD", "1,234.50 USD"],
  ["7", "EUR", "7.00 EUR"],
  ["10000", "KRW", "10,000 KRW"],
  ["4.505", "XXX", "4.505 XXX"],
])("an amount has the decimals of its currency: %s %s", (amount, currency, text) => {
  expect(displayFiat(amount, currency)).toBe(text);
});

test("removes bidirectional controls, and returns null when nothing is left", () => {
  expect(displayText("invoice \u202egpj.exe\u0007")).toBe("invoice gpj.exe");
  expect(displayText("\u202e \u2066")).toBeNull();
  expect(displayText(null)).toBeNull();
});
