import { expect, test } from "vitest";
import { drawFrom, partSeed } from "./draw";

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
