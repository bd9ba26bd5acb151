/**
 * The smallest value that at least `percent` of the values do not exceed (nearest rank).
 * @throws RangeError without values
 */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const found = sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)];
  if (found === undefined) throw new RangeError("There is no percentile of nothing.");
  return found;
}

/** The middle value, or the mean of the two in the middle. @throws RangeError without values */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  if (upper === undefined || lower === undefined) throw new RangeError("There is no median of nothing.");
  return (lower + upper) / 2;
}
