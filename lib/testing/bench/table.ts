/** A line of the result. `floor` is what the same machine can do at best, in the same run. */
export type Row = { row: string; ours: string; floor: string; ratio: string; goal: string };

const columns = ["row", "ours", "floor", "ratio", "goal"] as const;

/** The rows as one table of aligned text. */
export function formatTable(rows: readonly Row[]): string {
  const heading: Row = { row: "Row", ours: "Ours", floor: "Floor", ratio: "Ratio", goal: "Goal" };
  const widths = columns.map((column) => Math.max(...[heading, ...rows].map((row) => row[column].length)));
  const line = (row: Row) =>
    columns
      .map((column, index) => row[column].padEnd(widths[index] ?? 0))
      .join("  ")
      .trimEnd();
  const rule = widths.map((width) => "─".repeat(width)).join("  ");
  return [line(heading), rule, ...rows.map(line)].join("\n");
}

export function perSecond(value: number): string {
  return `${Math.round(value).toLocaleString("en")}/s`;
}

export function milliseconds(value: number): string {
  return `${value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString("en")} ms`;
}

export function megabytes(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20)} MB`;
}

export function times(ratio: number): string {
  return `${ratio.toFixed(2)} ×`;
}
