import { describe, expect, it, test } from "vitest";
import { type Fees, feesAt, fitsDailyCap, raiseFees, tellsLostNonce, typeOfSigned } from "./sending.rules";

describe("lost nonce", () => {
  it("is recognised when another transaction has the nonce", () => {
    expect(tellsLostNonce("replacement transaction underpriced")).toBe(true);
    expect(tellsLostNonce("Error: it failed.\n\nDetails: nonce too low\nVersion: 1")).toBe(true);
  });

  it("isn't assumed for a transaction that may be in the pool, or with another cause", () => {
    for (const words of [
      "transaction already imported",
      "The request took too long to respond. nonce: 5",
      "nonce too high",
      "out of gas",
      "undefined",
      "",
    ])
      expect(tellsLostNonce(words), words).toBe(false);
  });
});

describe("daily gas", () => {
  /** Calls of one wei by turns until none of the projects fits any more; what each has spent. */
  function spendInTurns(projects: number, limitWei: bigint, isShared = true): bigint[] {
    const spent = Array.from({ length: projects }, () => 0n);
    for (let went = true; went; ) {
      went = false;
      for (const [index, byOwnerWei] of spent.entries()) {
        const spentWei = spent.reduce((sum, one) => sum + one, 0n);
        if (!fitsDailyCap({ spentWei, byOwnerWei, isShared }, 1n, limitWei)) continue;
        spent[index] = byOwnerWei + 1n;
        went = true;
      }
    }
    return spent;
  }

  describe("a day's gas", () => {
    it("of a single project is everything, up to the last wei", () => {
      expect(spendInTurns(1, 100n, false)).toEqual([100n]);
      expect(fitsDailyCap({ spentWei: 0n, byOwnerWei: 0n, isShared: false }, 101n, 100n)).toBe(false);
    });

    it("is at most half for one project when there are others", () => {
      expect(spendInTurns(1, 100n)).toEqual([50n]);
      expect(spendInTurns(1, 101n)).toEqual([50n]);
    });

    it.each([2, 3, 4, 9])("is shared evenly by %i projects that want more than there is", (projects) => {
      const share = 1_000n / BigInt(projects + 1);
      for (const spent of spendInTurns(projects, 1_000n)) {
        expect(spent).toBeGreaterThanOrEqual(share - 1n);
        expect(spent).toBeLessThanOrEqual(share + 1n);
      }
    });

    it("always has room for a project that spent nothing, after any number of others", () => {
      const limitWei = 10n ** 18n;
      let spentWei = 0n;
      for (let project = 0; project < 10; project++) {
        const share = (limitWei - spentWei) / 2n;
        expect(fitsDailyCap({ spentWei, byOwnerWei: 0n, isShared: true }, share, limitWei)).toBe(true);
        expect(fitsDailyCap({ spentWei, byOwnerWei: 0n, isShared: true }, share + 1n, limitWei)).toBe(false);
        spentWei += share;
      }
    });

    it("has room for nobody once more than the cap was spent, as raised fees can", () => {
      expect(fitsDailyCap({ spentWei: 110n, byOwnerWei: 0n, isShared: true }, 0n, 100n)).toBe(false);
    });
  });
});

describe("fees", () => {
  const fees = (maxFeePerGas: bigint, maxPriorityFeePerGas: bigint): Fees => ({
    type: "eip1559",
    maxFeePerGas,
    maxPriorityFeePerGas,
  });

  describe("the offered fee", () => {
    test("default", () => {
      expect(feesAt({ kind: "base_fee", baseFeePerGas: 10n, tip: 1n }, 100n)).toEqual(fees(21n, 1n));
    });

    test("behavior: never above the ceiling, which the base fee and the tip may reach", () => {
      expect(feesAt({ kind: "base_fee", baseFeePerGas: 60n, tip: 1n }, 100n)).toEqual(fees(100n, 1n));
      expect(feesAt({ kind: "base_fee", baseFeePerGas: 99n, tip: 1n }, 100n)).toEqual(fees(100n, 1n));
      expect(feesAt({ kind: "base_fee", baseFeePerGas: 99n, tip: 2n }, 100n)).toBeNull();
    });
  });

  describe("on a chain without a base fee", () => {
    const legacy = (price: bigint): Fees => ({
      type: "legacy",
      maxFeePerGas: price,
      maxPriorityFeePerGas: price,
    });

    test("offers the node's price once, since a legacy transaction pays it in full", () => {
      expect(feesAt({ kind: "gas_price", gasPrice: 10n }, 100n)).toEqual(legacy(10n));
      expect(feesAt({ kind: "gas_price", gasPrice: 100n }, 100n)).toEqual(legacy(100n));
      expect(feesAt({ kind: "gas_price", gasPrice: 101n }, 100n)).toBeNull();
    });

    test("raises the one price by 12.5 % or to the market's, up to the ceiling", () => {
      expect(raiseFees(legacy(800n), null, 10_000n)).toEqual(legacy(900n));
      expect(raiseFees(legacy(801n), legacy(100n), 10_000n)).toEqual(legacy(902n));
      expect(raiseFees(legacy(800n), legacy(5_000n), 10_000n)).toEqual(legacy(5_000n));
      expect(raiseFees(legacy(100n), null, 110n)).toEqual(legacy(110n));
      expect(raiseFees(legacy(100n), null, 109n)).toBeNull();
    });

    test("replaces the other type when the market requires it, above both of its fees", () => {
      expect(raiseFees(fees(800n, 8n), legacy(10n), 10_000n)).toEqual(legacy(900n));
      expect(raiseFees(legacy(800n), fees(200n, 3n), 10_000n)).toEqual(fees(900n, 900n));
    });

    test("doesn't sign the same bytes again when gas is free", () => {
      expect(raiseFees(legacy(0n), legacy(0n), 100n)).toBeNull();
      expect(raiseFees(legacy(0n), legacy(3n), 100n)).toEqual(legacy(3n));
    });

    test.each([
      ["0x02f86c", "eip1559"],
      ["0xf86c80", "legacy"],
    ] as const)("reads the type of a stored transaction from its bytes: %s", (raw, type) => {
      expect(typeOfSigned(raw)).toBe(type);
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

    test("behavior: a chain without tips is raised by its base fee", () => {
      expect(raiseFees(fees(8n, 0n), null, 100n)).toEqual(fees(9n, 0n));
    });

    test("behavior: repeated, it ends at the ceiling, and nodes accept each step", () => {
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
});
