import { format } from "node:util";
import { escapeText } from "@/lib/platform/values/text.rules";

/**
 * Keeps the process well when no one reads its output any more: a log collector that died, a terminal that was
 * closed, a parent that was killed. Each line would then be an error that no one awaits, which is reported by a
 * line: a process that does nothing else from then on, and does not even hear that it is to stop.
 */
export function outliveReaders({ stdout, stderr }: Pick<NodeJS.Process, "stdout" | "stderr">): void {
  for (const output of [stdout, stderr]) output.on("error", () => undefined);
}

const consoleMethods = ["debug", "error", "info", "log", "trace", "warn"] as const;
type Console = Record<(typeof consoleMethods)[number], (...values: unknown[]) => void>;

/** Makes each message of Next and of packages one line, whatever text of a request it repeats. */
export function escapeConsole(target: Console): void {
  for (const method of consoleMethods) {
    const write = target[method].bind(target);
    target[method] = (...values) => write("%s", escapeText(format(...values)));
  }
}
