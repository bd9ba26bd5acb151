import { describe, expect, it } from "vitest";
import { median, percentile } from "./table";

describe("percentile", () => {
  it("is a measured value, in any order", () => {
    const values = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect([50, 95, 99, 100].map((percent) => percentile(values, percent))).toEqual([50, 95, 99, 100]);
    expect(percentile([7], 1)).toBe(7);
    expect(percentile([1, 2, 3], 95)).toBe(3);
  });

  it("refuses to speak of nothing", () => {
    expect(() => percentile([], 50)).toThrow(RangeError);
  });
});

describe("median", () => {
  it("is the middle, or the mean of the two in the middle", () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([4, 1, 2, 9])).toBe(3);
  });

  it("refuses to speak of nothing", () => {
    expect(() => median([])).toThrow(RangeError);
  });
});
