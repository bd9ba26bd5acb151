import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

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
