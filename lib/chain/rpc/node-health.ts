import type { Clock } from "@/lib/platform/clock";
import { minuteMs } from "@/lib/platform/values/time.rules";

const shortestRestMs = 1_000;

const longestRestMs = minuteMs;

/** A random part of a rest, up to this share, is skipped, so that many processes do not return at once. */
const jitter = 0.25;

/** A node's circuit breaker: after each failure in a row it rests twice as long. */
export type NodeHealthRecord = {
  readonly consecutiveFailures: number;
  /** Of several questions that failed together the first alone counts. */
  readonly failures: number;
  readonly lastError: string | null;
  /** Start of the first failure in a row; null while it serves. */
  readonly failingSince: Date | null;
  /** When it last served; null before the first time. */
  readonly servedAt: Date | null;
  /** Milliseconds since 1970. */
  readonly restsUntilMs: number;
  rests(): boolean;
  /** Marks the start of a request. Of several that fail together, only the first counts. */
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
  const record: { -readonly [Key in keyof NodeHealthRecord]: NodeHealthRecord[Key] } = {
    failures: 0,
    consecutiveFailures: 0,
    lastError: null,
    failingSince: null,
    servedAt: null,
    restsUntilMs: 0,
    rests: () => clock.now().getTime() < record.restsUntilMs,
    begin: () => record.failures,
    served(begun) {
      if (begun !== record.failures) return;
      record.consecutiveFailures = 0;
      record.restsUntilMs = 0;
      record.failingSince = null;
      record.servedAt = clock.now();
    },
    failed(begun, reason) {
      record.lastError = reason;
      if (begun !== record.failures) return;
      record.failures += 1;
      record.failingSince ??= clock.now();
      const doubled = shortestRestMs * 2 ** Math.min(record.consecutiveFailures, 16);
      record.consecutiveFailures += 1;
      record.restsUntilMs =
        clock.now().getTime() + Math.min(doubled, longestRestMs) * (1 - jitter * random());
    },
  };
  return record;
}
