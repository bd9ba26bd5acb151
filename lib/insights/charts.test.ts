import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { axisFor, labelledPlaces, middleOf, overlaidBars, stackedBars } from "./chart.rules";

describe("an axis", () => {
  test.each([
    [87, [0, 25, 50, 75, 100]],
    [100, [0, 25, 50, 75, 100]],
    [101, [0, 50, 100, 150]],
    [0.7, [0, 0.2, 0.4, 0.6, 0.8]],
    [3_999_000, [0, 1_000_000, 2_000_000, 3_000_000, 4_000_000]],
  ])("default: up to %d", (max, ticks) => {
    expect(axisFor(max).ticks).toEqual(ticks);
  });

  test.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [9, [0, 5, 10]],
  ])("behavior: of whole things, up to %d", (max, ticks) => {
    expect(axisFor(max, { wholeOnly: true }).ticks).toEqual(ticks);
  });

  test("behavior: any value fits, under few marks", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e15, noNaN: true }), fc.boolean(), (value, wholeOnly) => {
        const max = wholeOnly ? Math.floor(value) : value;
        const { ticks, top } = axisFor(max, { wholeOnly });
        expect(top).toBeGreaterThanOrEqual(max * (1 - 1e-9));
        expect(top).toBeGreaterThan(0);
        expect(ticks.length).toBeGreaterThanOrEqual(2);
        expect(ticks.length).toBeLessThanOrEqual(6);
        if (wholeOnly) expect(ticks.every(Number.isInteger)).toBe(true);
      }),
    );
  });
});

test("behavior: labels are evenly apart and no more than fit", () => {
  expect(labelledPlaces(30, 5)).toEqual([0, 6, 12, 18, 24]);
  expect(labelledPlaces(3, 6)).toEqual([0, 1, 2]);
  expect(labelledPlaces(53, 6)).toHaveLength(6);
});

describe("bars", () => {
  const values = [
    [50, 25],
    [0, 0],
    [100, 0],
    [0.001, 0],
  ];

  test("default: stacked from the ground up, a step without anything is empty", () => {
    const bars = stackedBars({ values, top: 100, height: 200 });
    expect(bars.map(({ step, series, y, height }) => [step, series, y, height])).toEqual([
      [0, 0, 100, 100],
      [0, 1, 50, 50],
      [2, 0, 0, 200],
      [3, 0, 198, 2],
    ]);
    expect(bars[0]).toMatchObject({ xPercent: 3.75, widthPercent: 17.5 });
    expect(middleOf(0, 4)).toBe(12.5);
  });

  test("behavior: overlaid ones stand on the same line", () => {
    const bars = overlaidBars({ values: [[50, 25]], top: 100, height: 200 });
    expect(bars.map(({ y, height }) => [y, height])).toEqual([
      [100, 100],
      [150, 50],
    ]);
  });

  test("behavior: nothing ever leaves the plot", () => {
    const plots = fc.record({
      values: fc.array(fc.array(fc.double({ min: 0, max: 60, noNaN: true }), { maxLength: 3 }), {
        maxLength: 100,
      }),
      top: fc.constant(180),
      height: fc.integer({ min: 10, max: 400 }),
    });
    fc.assert(
      fc.property(plots, fc.constantFrom(stackedBars, overlaidBars), (plot, draw) => {
        for (const { xPercent, widthPercent, y, height } of draw(plot)) {
          expect(y).toBeGreaterThanOrEqual(0);
          expect(y + height).toBeLessThanOrEqual(plot.height + 0.01);
          expect(xPercent).toBeGreaterThanOrEqual(0);
          expect(xPercent + widthPercent).toBeLessThanOrEqual(100.01);
        }
      }),
    );
  });
});
