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
