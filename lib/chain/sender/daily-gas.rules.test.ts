import { describe, expect, it } from "vitest";
import { fitsDailyCap } from "./daily-gas.rules";

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
  it("is a lone project's up to the last wei", () => {
    expect(spendInTurns(1, 100n, false)).toEqual([100n]);
    expect(fitsDailyCap({ spentWei: 0n, byOwnerWei: 0n, isShared: false }, 101n, 100n)).toBe(false);
  });

  it("is at most half one project's where there are others", () => {
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

  it("always has room for one that has spent nothing, however many came before it", () => {
    const limitWei = 10n ** 18n;
    let spentWei = 0n;
    for (let project = 0; project < 10; project++) {
      const share = (limitWei - spentWei) / 2n;
      expect(fitsDailyCap({ spentWei, byOwnerWei: 0n, isShared: true }, share, limitWei)).toBe(true);
      expect(fitsDailyCap({ spentWei, byOwnerWei: 0n, isShared: true }, share + 1n, limitWei)).toBe(false);
      spentWei += share;
    }
  });

  it("has room for nobody once more was spent than the cap, as raised fees may", () => {
    expect(fitsDailyCap({ spentWei: 110n, byOwnerWei: 0n, isShared: true }, 0n, 100n)).toBe(false);
  });
});
