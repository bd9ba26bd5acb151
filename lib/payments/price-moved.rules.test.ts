import { expect, it } from "vitest";
import { bpsOf, movedBps } from "./price-moved.rules";

it("rounds a share away from zero", () => {
  expect([bpsOf(1n, 3n), bpsOf(-1n, 3n), bpsOf(2n, 100n), bpsOf(0n, 3n), bpsOf(1n, 0n)]).toEqual([
    3334, -3334, 200, 0, 0,
  ]);
});

it.each([
  ["5.10", "1.25", 200],
  ["5.00", "1.25", 0],
  ["4.90", "1.25", -200],
  ["5.00", null, null],
  [null, null, 0],
] as const)("compares a price of %s with the rate %s", (fiatAmount, rate, bps) => {
  expect(movedBps({ fiatAmount, amountUnits: 4_000_000n }, { decimals: 6 }, rate)).toBe(bps);
});

it("knows nothing of a token that isn't listed, or before a selection", () => {
  expect(movedBps({ fiatAmount: "5.00", amountUnits: 4_000_000n }, null, "1.25")).toBeNull();
  expect(movedBps({ fiatAmount: "5.00", amountUnits: null }, { decimals: 6 }, "1.25")).toBeNull();
});
