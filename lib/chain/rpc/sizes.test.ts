import { beforeEach, describe, expect, it } from "vitest";
import { RequestRefused } from "./refusals";
import { createLearnedSize, inParts, type LearnedSize } from "./sizes";

let nowMs: number;
let size: LearnedSize;
let requests: number[];
beforeEach(() => {
  nowMs = Date.UTC(2026, 0, 1);
  requests = [];
  size = createLearnedSize(10_000, { now: () => new Date(nowMs) });
});

/** Reads `total` items from a node that accepts so many at once; item `busy` only alone. */
const read = (total: number, most: number, busy = -1) =>
  inParts(size, total, async (start, count) => {
    requests.push(count);
    const holdsBusy = start <= busy && busy < start + count;
    if (count > most || (holdsBusy && count > 1)) throw new RequestRefused("no");
    return count;
  });
const refused = (most: number) => requests.filter((count) => count > most).length;
const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);

it("sends everything at once while nothing was refused", async () => {
  await read(5_000, 10_000);
  expect(requests).toEqual([5_000]);
});

it("never exceeds the setting", async () => {
  size = createLearnedSize(300, { now: () => new Date(nowMs) });
  await read(700, 10_000);
  expect(requests).toEqual([300, 300, 100]);
});

describe("a node with a limit", () => {
  it.each([1, 2, 3, 10, 64, 300, 500, 2_000])(
    "of %i: is found with few refusals and remembered",
    async (most) => {
      await read(10_000, most);
      expect(sum(requests.filter((count) => count <= most))).toBe(10_000);
      expect(refused(most)).toBeLessThanOrEqual(6);
      const { accepted } = size.seen();
      expect(accepted).toBeLessThanOrEqual(most);
      expect((accepted ?? 0) * 1.5).toBeGreaterThanOrEqual(most);

      requests = [];
      await read(10_000, most);
      expect(refused(most)).toBeLessThanOrEqual(1);
    },
  );

  it("gets the smallest request at once, so that a dead node fails after two", async () => {
    await expect(read(10_000, 0)).rejects.toThrow(RequestRefused);
    expect(requests).toEqual([10_000, 1]);
    expect(size.seen()).toEqual({ accepted: null, refused: null });
  });

  it("gets a larger request again after a while, twice as late after each refusal", async () => {
    await read(1_000, 10);
    const trials: number[] = [];
    for (let second = 0; second < 300; second++) {
      nowMs += 1_000;
      requests = [];
      await read(100, 10);
      if (refused(10) > 0) trials.push(second);
    }
    expect(trials).toEqual([29, 89, 209]);
  });

  it("gets full requests again once it accepts more", async () => {
    await read(1_000, 10);
    nowMs += 30_000;
    await read(1_000, 10_000);
    requests = [];
    await read(1_000, 10_000);
    expect(requests).toEqual([1_000]);
    expect(size.seen()).toEqual({ accepted: 1_000, refused: null });
  });
});

describe("a size that was accepted before and is refused", () => {
  beforeEach(async () => {
    await read(500, 10_000);
    requests = [];
  });

  it("is kept when one item was the reason", async () => {
    await read(500, 10_000, 250);
    expect(requests.length).toBeLessThan(40);
    requests = [];
    await read(500, 10_000);
    expect(requests).toEqual([500]);
  });

  it("is reduced when it is refused again", async () => {
    await read(500, 100);
    await read(500, 100);
    requests = [];
    await read(500, 100);
    expect(refused(100)).toBe(0);
  });
});

it("counts items that a node answered of a larger part", async () => {
  const done: number[] = [];
  await inParts(size, 10, async (start, count) => {
    const answered = Math.min(count, 4);
    done.push(...Array.from({ length: answered }, (_, index) => start + index));
    return answered;
  });
  expect(done).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(size.seen()).toMatchObject({ accepted: 4 });
});
