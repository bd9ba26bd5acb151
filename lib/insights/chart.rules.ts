/** The ticks of an axis that starts at 0 and ends at the last tick. */
export type Axis = { ticks: readonly number[]; top: number };

const wantedTicks = 4;

const niceSteps = [1, 2, 2.5, 5, 10];

/**
 * An axis that fits `max`, with few ticks at round numbers.
 *
 * @param wholeOnly only whole numbers get ticks, as for counts
 * @example axisFor(87) // { ticks: [0, 25, 50, 75, 100], top: 100 }
 */
export function axisFor(max: number, { wholeOnly = false }: { wholeOnly?: boolean } = {}): Axis {
  const least = wholeOnly ? 1 : Number.EPSILON;
  const rough = Math.max(max, wholeOnly ? 1 : Number.EPSILON * wantedTicks) / wantedTicks;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const fits = niceSteps
    .map((nice) => nice * magnitude)
    .filter((step) => step >= rough && step >= least && (!wholeOnly || Number.isInteger(step)));
  const step = fits[0] ?? Math.ceil(rough);
  const count = Math.max(1, Math.ceil(max / step));
  const ticks = Array.from({ length: count + 1 }, (_, index) => round(index * step));
  return { ticks, top: round(count * step) };
}

/** Writes 0.1 + 0.2 as 0.3. */
function round(value: number): number {
  return Number(value.toPrecision(12));
}

/**
 * The places that get a label, evenly spaced and including the first.
 *
 * @example labelledPlaces(30, 5) // [0, 6, 12, 18, 24]
 */
export function labelledPlaces(count: number, most: number): number[] {
  const every = Math.max(1, Math.ceil(count / most));
  return Array.from({ length: Math.ceil(count / every) }, (_, index) => index * every);
}

/** A rectangle: horizontally in percent of the width, which only the browser knows, and vertically in pixels. */
export type Bar = {
  step: number;
  series: number;
  xPercent: number;
  widthPercent: number;
  y: number;
  height: number;
};

type Plot = {
  /** The values of each series by step; none below 0. */
  values: readonly (readonly number[])[];
  /** The value at the upper edge. */
  top: number;
  /** Pixels. */
  height: number;
};

/** The gap's share of a step's width. */
const gapShare = 0.3;

/** Even a small value stays visible. */
const leastHeight = 2;

/** The values of each step stacked, the first series lowest. */
export function stackedBars({ values, top, height }: Plot): Bar[] {
  return values.flatMap((series, step) => {
    let bottom = height;
    return series.flatMap((value, index) => {
      if (value <= 0) return [];
      const tall = Math.min(bottom, Math.max(leastHeight, (value / top) * height));
      bottom -= tall;
      return [
        {
          step,
          series: index,
          ...acrossOf(step, values.length),
          y: roundOfBars(bottom),
          height: roundOfBars(tall),
        },
      ];
    });
  });
}

/** A step's part of the width, without the gaps beside it. */
function acrossOf(step: number, count: number) {
  const width = 100 / count;
  return {
    xPercent: roundOfBars(width * (step + gapShare / 2)),
    widthPercent: roundOfBars(width * (1 - gapShare)),
  };
}

/** The middle of a step, in percent of the width. */
export function middleOf(step: number, count: number): number {
  return roundOfBars((100 / count) * (step + 0.5));
}

function roundOfBars(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
