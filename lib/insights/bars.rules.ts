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
        { step, series: index, ...acrossOf(step, values.length), y: round(bottom), height: round(tall) },
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
      return [{ step, series: index, ...across, y: round(height - tall), height: round(tall) }];
    }),
  );
}

/** A step's own part of the width, without the gaps beside it. */
function acrossOf(step: number, count: number): Pick<Bar, "xPercent" | "widthPercent"> {
  const width = 100 / count;
  return { xPercent: round(width * (step + gapShare / 2)), widthPercent: round(width * (1 - gapShare)) };
}

/** The middle of a step, in percent of the width. */
export function middleOf(step: number, count: number): number {
  return round((100 / count) * (step + 0.5));
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
