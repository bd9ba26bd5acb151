import type { Clock } from "@/lib/platform/clock.port";
import { minuteMs } from "@/lib/platform/durations.rules";

const shortestRestMs = 1_000;
const longestRestMs = minuteMs;
/** Up to so much of a rest is left out by chance, so that many processes do not come back at one moment. */
const jitter = 0.25;

/** Whether a node is to be asked: after each failure in a row it rests twice as long. */
export type NodeHealthRecord = {
  readonly consecutiveFailures: number;
  readonly lastError: string | null;
  /** When the first of the failures in a row began to count; null while it serves. */
  readonly failingSince: Date | null;
  /** When it last served; null before the first time. */
  readonly servedAt: Date | null;
  /** Milliseconds since 1970. */
  readonly restsUntilMs: number;
  rests(): boolean;
  /** Marks the start of a question. Of several that fail together only the first counts. */
  begin(): number;
  served(begun: number): void;
  failed(begun: number, reason: string): void;
};

export function createNodeHealth({
  clock,
  random,
}: {
  clock: Clock;
  random: () => number;
}): NodeHealthRecord {
  let failures = 0;
  let consecutiveFailures = 0;
  let lastError: string | null = null;
  let restsUntilMs = 0;
  let failingSince: Date | null = null;
  let servedAt: Date | null = null;
  return {
    get consecutiveFailures() {
      return consecutiveFailures;
    },
    get lastError() {
      return lastError;
    },
    get failingSince() {
      return failingSince;
    },
    get servedAt() {
      return servedAt;
    },
    get restsUntilMs() {
      return restsUntilMs;
    },
    rests: () => clock.now().getTime() < restsUntilMs,
    begin: () => failures,
    served(begun) {
      if (begun !== failures) return;
      consecutiveFailures = 0;
      restsUntilMs = 0;
      failingSince = null;
      servedAt = clock.now();
    },
    failed(begun, reason) {
      lastError = reason;
      if (begun !== failures) return;
      failures += 1;
      failingSince ??= clock.now();
      const doubled = shortestRestMs * 2 ** Math.min(consecutiveFailures, 16);
      consecutiveFailures += 1;
      restsUntilMs = clock.now().getTime() + Math.min(doubled, longestRestMs) * (1 - jitter * random());
    },
  };
}
