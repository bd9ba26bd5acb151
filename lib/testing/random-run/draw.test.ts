import { describe, expect, test } from "vitest";
import { later, noon, usdc, usdt } from "@/lib/testing/builders";
import { drawFrom, partSeed } from "./draw";
import { expectedStatus, type FinalFacts } from "./verdict";

const sample = (seed: number) => {
  const draw = drawFrom(seed);
  return Array.from({ length: 200 }, () => draw.whole(0, 9));
};

test("the same seed draws the same, another seed something else", () => {
  expect(sample(7)).toEqual(sample(7));
  expect(sample(7)).not.toEqual(sample(8));
});

test("both ends of a range are drawn, and nothing beyond", () => {
  expect(new Set(sample(1))).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]));
});

test("a name comes as often as its weight says, and never with none", () => {
  const draw = drawFrom(3);
  const names = Array.from({ length: 4_000 }, () => draw.weighted({ often: 3, seldom: 1, never: 0 }));
  const often = names.filter((name) => name === "often").length;
  expect(often / names.length).toBeCloseTo(0.75, 1);
  expect(names).not.toContain("never");
});

test("shuffling keeps every item", () => {
  const items = [1, 2, 3, 4, 5, 6, 7, 8];
  const shuffled = drawFrom(5).shuffle(items);
  expect(shuffled).not.toEqual(items);
  expect(shuffled.toSorted()).toEqual(items);
});

test("parts of a run have seeds of their own", () => {
  const seeds = [1, 2, 3].flatMap((seed) => Array.from({ length: 1_000 }, (_, part) => partSeed(seed, part)));
  expect(new Set(seeds).size).toBe(seeds.length);
});

const expiresAt = later(60_000);
const quote = { chainId: 31337, tokenAddress: usdc, units: 100n };
const onTime = { ...quote, minedAt: expiresAt };
const late = { ...quote, minedAt: later(1, expiresAt) };
const half = { ...onTime, units: 50n };

function expected(facts: Partial<FinalFacts>, now = later(120_000)) {
  return expectedStatus({ expiresAt, cancelled: false, quotes: [quote], transfers: [], ...facts }, now);
}

describe("without a cancellation", () => {
  test.each([
    ["nothing, before its time is over", { transfers: [] }, noon, ["PENDING"]],
    ["nothing, after it", { transfers: [] }, later(120_000), ["EXPIRED"]],
    ["a part", { transfers: [half] }, later(120_000), ["EXPIRED"]],
    ["all in time", { transfers: [onTime] }, later(120_000), ["PAID", "SETTLED"]],
    ["all in two parts", { transfers: [half, half] }, noon, ["PAID", "SETTLED"]],
    ["all too late", { transfers: [late] }, later(120_000), ["LATE_PAID"]],
    [
      "the second part too late",
      { transfers: [half, { ...late, units: 50n }] },
      later(120_000),
      ["LATE_PAID"],
    ],
    ["another token", { transfers: [{ ...onTime, tokenAddress: usdt }] }, later(120_000), ["EXPIRED"]],
    ["another chain", { transfers: [{ ...onTime, chainId: 31338 }] }, later(120_000), ["EXPIRED"]],
    ["all, while nothing is selected", { quotes: [], transfers: [onTime] }, noon, ["PENDING"]],
    [
      "all of an earlier quote",
      { quotes: [quote, { ...quote, tokenAddress: usdt }], transfers: [onTime] },
      noon,
      ["PAID", "SETTLED"],
    ],
    [
      "a part of each of two quotes",
      {
        quotes: [quote, { ...quote, tokenAddress: usdt }],
        transfers: [half, { ...half, tokenAddress: usdt }],
      },
      noon,
      ["PENDING"],
    ],
  ] as const)("%s received", (_, facts, now, statuses) => {
    expect(expected(facts, now)).toEqual(statuses);
  });
});

test("a cancelled one is late paid as soon as it is complete, whenever that was", () => {
  expect(expected({ cancelled: true })).toEqual(["CANCELLED"]);
  expect(expected({ cancelled: true, transfers: [half] })).toEqual(["CANCELLED"]);
  expect(expected({ cancelled: true, transfers: [onTime] })).toEqual(["LATE_PAID"]);
});
