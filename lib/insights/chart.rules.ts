/** The marks of an axis that begins at 0; the last of them is its end. */
export type Axis = { ticks: readonly number[]; top: number };

const wantedTicks = 4;

const niceSteps = [1, 2, 2.5, 5, 10];

/**
 * An axis on which `max` fits, with few marks at round numbers.
 *
 * @param wholeOnly nothing between whole numbers is marked: half a checkout is none
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

/** 0.1 + 0.2 is written 0.3. */
function round(value: number): number {
  return Number(value.toPrecision(12));
}

/**
 * Which of so many places get a label, evenly apart and the first always among them.
 *
 * @example labelledPlaces(30, 5) // [0, 6, 12, 18, 24]
 */
export function labelledPlaces(count: number, most: number): number[] {
  const every = Math.max(1, Math.ceil(count / most));
  return Array.from({ length: Math.ceil(count / every) }, (_, index) => index * every);
}

/** A rectangle: across in percent of the width, which only the browser knows, and down in pixels. */
export type Bar = {
  step: number;
  series: number;
  xPercent: number;
  widthPercent: number;
  y: number;
  height: number;
};

type Plot = {
  /** Of each step, the value of each series; none of them below 0. */
  values: readonly (readonly number[])[];
  /** The value at the upper edge. */
  top: number;
  /** Pixels. */
  height: number;
};

/** Of a step's width, what stays empty. */
const gapShare = 0.3;

/** What is there is seen, however little it is. */
const leastHeight = 2;

/** The values of each step on top of each other, the first series lowest. */
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

/** The values of each step from the same line up, behind each other. */
export function overlaidBars({ values, top, height }: Plot): Bar[] {
  return values.flatMap((series, step) =>
    series.flatMap((value, index) => {
      if (value <= 0) return [];
      const tall = Math.min(height, Math.max(leastHeight, (value / top) * height));
      const across = acrossOf(step, values.length);
      return [{ step, series: index, ...across, y: roundOfBars(height - tall), height: roundOfBars(tall) }];
    }),
  );
}

/** A step's own part of the width, without the gaps beside it. */
function acrossOf(step: number, count: number): Pick<Bar, "xPercent" | "widthPercent"> {
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
