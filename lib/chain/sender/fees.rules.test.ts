import { describe, expect, test } from "vitest";
import { feesAt, raiseFees } from "./fees.rules";

const fees = (maxFeePerGas: bigint, maxPriorityFeePerGas: bigint) => ({ maxFeePerGas, maxPriorityFeePerGas });

describe("what is offered", () => {
  test("default", () => {
    expect(feesAt({ baseFeePerGas: 10n, tip: 1n }, 100n)).toEqual(fees(21n, 1n));
  });

  test("behavior: never above the ceiling, which the base fee and the tip may reach", () => {
    expect(feesAt({ baseFeePerGas: 60n, tip: 1n }, 100n)).toEqual(fees(100n, 1n));
    expect(feesAt({ baseFeePerGas: 99n, tip: 1n }, 100n)).toEqual(fees(100n, 1n));
    expect(feesAt({ baseFeePerGas: 99n, tip: 2n }, 100n)).toBeNull();
  });
});

describe("a raise", () => {
  test("default: 12.5 % on both fees, rounded up", () => {
    expect(raiseFees(fees(800n, 8n), null, 10_000n)).toEqual(fees(900n, 9n));
    expect(raiseFees(fees(801n, 9n), null, 10_000n)).toEqual(fees(902n, 11n));
    expect(raiseFees(fees(1n, 1n), null, 10n)).toEqual(fees(2n, 2n));
  });

  test("behavior: the market's fee where that is more, each for itself", () => {
    expect(raiseFees(fees(800n, 8n), fees(5_000n, 3n), 10_000n)).toEqual(fees(5_000n, 9n));
    expect(raiseFees(fees(800n, 8n), fees(850n, 30n), 10_000n)).toEqual(fees(900n, 30n));
  });

  test("behavior: up to the ceiling, as long as that is a tenth more", () => {
    expect(raiseFees(fees(100n, 10n), null, 110n)).toEqual(fees(110n, 12n));
    expect(raiseFees(fees(100n, 10n), null, 109n)).toBeNull();
    expect(raiseFees(fees(100n, 10n), fees(400n, 10n), 112n)).toEqual(fees(112n, 12n));
    expect(raiseFees(fees(110n, 12n), null, 110n)).toBeNull();
  });

  test("behavior: the tip stays within the whole, or there is none", () => {
    expect(raiseFees(fees(10n, 10n), null, 11n)).toEqual(fees(11n, 11n));
    expect(raiseFees(fees(1_000n, 1n), fees(0n, 5_000n), 1_200n)).toEqual(fees(1_125n, 1_125n));
  });

  test("behavior: a chain without tips is raised by the fee alone", () => {
    expect(raiseFees(fees(8n, 0n), null, 100n)).toEqual(fees(9n, 0n));
  });

  test("behavior: repeated, it ends at the ceiling, and each step is one that nodes take", () => {
    let offered = fees(7n, 1n);
    for (let step = 0; step < 200; step++) {
      const next = raiseFees(offered, null, 1_000_000n);
      if (next === null) break;
      expect(next.maxFeePerGas * 10n).toBeGreaterThanOrEqual(offered.maxFeePerGas * 11n);
      expect(next.maxPriorityFeePerGas * 10n).toBeGreaterThanOrEqual(offered.maxPriorityFeePerGas * 11n);
      offered = next;
    }
    expect(offered.maxFeePerGas).toBeGreaterThan(900_000n);
    expect(offered.maxFeePerGas).toBeLessThanOrEqual(1_000_000n);
  });
});
