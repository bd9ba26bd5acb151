import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

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

/** What `/proc/<pid>/stat` counts in; the same on every Linux that Node runs on. */
const ticksPerSecond = 100;

/** The memory that a process holds, as the system counts it (RSS), in bytes. */
export function residentBytes(pid: number): number {
  const kibibytes =
    process.platform === "linux"
      ? /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]
      : execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" });
  return Number(kibibytes) * 1_024;
}

/** The processor time that all threads of a process have used, in ms; null where the system does not tell it so finely. */
export function cpuMs(pid: number): number | null {
  if (process.platform !== "linux") return null;
  // proc(5): the command name is in brackets and may itself hold blanks and brackets.
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / ticksPerSecond;
}
