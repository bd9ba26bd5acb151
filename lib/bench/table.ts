/** A line of the result. `floor` is what the same machine can do at best, in the same run. */
export type Row = {
  row: string;
  ours: string;
  floor: string;
  ratio: string;
  goal: string;
  /** Whether this run reached the goal; left out where there is none. */
  met?: boolean;
};

const columns = ["row", "ours", "floor", "ratio", "goal", "met"] as const;
const heading = { row: "Row", ours: "Ours", floor: "Floor", ratio: "Ratio", goal: "Goal", met: "Met" };

/** The rows as one table of aligned text. */
export function formatTable(rows: readonly Row[]): string {
  const lines = [heading, ...rows.map((row) => ({ ...row, met: answer(row.met) }))];
  const widths = columns.map((column) => Math.max(...lines.map((line) => line[column].length)));
  const [first = "", ...others] = lines.map((line) =>
    columns
      .map((column, index) => line[column].padEnd(widths[index] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  const rule = widths.map((width) => "─".repeat(width)).join("  ");
  return [first, rule, ...others].join("\n");
}

function answer(met: boolean | undefined): string {
  if (met === undefined) return "";
  return met ? "yes" : "NO";
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
