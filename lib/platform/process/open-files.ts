import { readFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { devNull } from "node:os";
import type { Log } from "@/lib/platform/log";
import { minuteMs } from "@/lib/platform/values/time.rules";
import { errorCode } from "./start-error";

const logAgainMs = minuteMs;

/** An operator who is called by a load balancer looks this much later. */
const warnForMs = 10 * minuteMs;

/** Whether this process could open a file and accept connections. */
export type OpenFiles = {
  /** Tries to open a file. Logs when none is left, at most once a minute. */
  check(): Promise<void>;
  /** What to do, for ten minutes after none was left; null otherwise. */
  warning(): string | null;
};

/**
 * Without a free file, Node closes new connections without an event, so nothing else would say why.
 * @param tryOpen throws while no file can be opened
 */
export function createOpenFiles(
  log: Pick<Log, "error">,
  tryOpen: () => Promise<void> = openAny,
  nowMs: () => number = () => performance.now(),
): OpenFiles {
  // Read now: later no file is left for it.
  const limit = openFilesLimit();
  let says = "";
  let ranOutAt = Number.NEGATIVE_INFINITY;
  let loggedAt = Number.NEGATIVE_INFINITY;
  return {
    check: async () => {
      const code = errorCode(await tryOpen().catch((error: unknown) => error));
      if (code !== "EMFILE" && code !== "ENFILE") return;
      ranOutAt = nowMs();
      says = code === "EMFILE" ? processIsOut(limit) : machineIsOut;
      if (ranOutAt < loggedAt + logAgainMs) return;
      loggedAt = ranOutAt;
      log.error({ code }, says);
    },
    warning: () => (nowMs() < ranOutAt + warnForMs ? says : null),
  };
}

const effect = "so it refuses connections and requests fail.";

function processIsOut(limit: number | null): string {
  return `Out of open files: this process has all ${limit ?? "that it may have"} open, ${effect} Raise its limit, with LimitNOFILE=65536 in its systemd unit or \`ulimit -n 65536\` before its start, and restart it.`;
}

const machineIsOut = `Out of open files: other programs have all of this machine's open, ${effect} Raise the limit with \`sysctl fs.file-max\`, or end the program that has too many open.`;

async function openAny(): Promise<void> {
  const file = await open(devNull);
  await file.close();
}

/** How many files this process may have open; null without a limit, and where the system has no /proc. Node raises its soft limit to the hard one. */
export function openFilesLimit(read: () => string = readLimits): number | null {
  try {
    const [, limit] = /^Max open files\s+(\d+)\s/m.exec(read()) ?? [];
    return limit === undefined ? null : Number(limit);
  } catch {
    return null;
  }
}

const readLimits = () => readFileSync("/proc/self/limits", "utf8");
