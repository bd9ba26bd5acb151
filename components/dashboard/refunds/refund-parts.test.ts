import { expect, test } from "vitest";
import { displayTokenAmount, readTokenAmount } from "./refund-parts";

test.each([
  ["4.5", 4_500_000n],
  [" 4.50 ", 4_500_000n],
  ["0.000001", 1n],
  ["12", 12_000_000n],
])("behavior: %j is an amount", (typed, units) => expect(readTokenAmount(typed, 6)).toBe(units));

test.each(["", "0", "0.0", "0.0000001", "-1", "1e3", "4,50", "abc", "1."])("behavior: %j is none", (typed) =>
  expect(readTokenAmount(typed, 6)).toBeNull(),
);

test("formats an amount with separators and its token", () =>
  expect(displayTokenAmount(1_250_500_000n, { symbol: "USDC", decimals: 6 })).toBe("1,250.50 USDC"));
