import { describe, expect, it } from "vitest";
import { gasFloorUnits, smallPaymentUnits, usdOf } from "./gas-floor.rules";

describe("gasFloorUnits", () => {
  it("is the multiple of the cost, in units of the token", () => {
    // 66,000 gas at 10 gwei are 0.00066 coins.
    const cost = usdOf(66_000n * 10n ** 10n, 3_500, 18);
    expect(gasFloorUnits(cost, 5, { decimals: 6 })).toBe(11_550_000n);
    expect(gasFloorUnits(cost, 5, { decimals: 18 })).toBe(11_550_000_000_000_000_000n);
    expect(gasFloorUnits(cost, 5, { decimals: 0 })).toBe(12n);
    expect(usdOf(660n, 3_500, 6)).toBeCloseTo(2.31, 9);
  });

  it("is at least a cent, also when gas is free or has no price", () => {
    for (const cost of [0.002, 0.001_9, 0, null])
      expect(gasFloorUnits(cost, 5, { decimals: 6 })).toBe(10_000n);
    expect(gasFloorUnits(5, 0, { decimals: 6 })).toBe(10_000n);
  });

  it("counts in the currency of which a token is worth one", () => {
    expect(gasFloorUnits(1, 5, { decimals: 6, currency: "EUR" })).toBe(4_600_000n);
    expect(gasFloorUnits(1, 5, { decimals: 2, currency: "KRW" })).toBe(700_000n);
    expect(gasFloorUnits(1, 5, { decimals: 6, currency: "XAU" })).toBe(5_000_000n);
  });
});

it("calls payments below a dollar small", () => {
  expect(smallPaymentUnits({ decimals: 6 })).toBe(1_000_000n);
});
