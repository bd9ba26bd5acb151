import { hourMs } from "@/lib/platform/values/time.rules";

/** How closely something is followed. */
export type PollPace = "waiting" | "slow" | "stopped";

export type PollSituation = {
  pace: PollPace;
  /** The page is not visible. */
  hidden: boolean;
  /** Polls that failed since the last good one. */
  failures: number;
  /** Since what was polled last changed. */
  unchangedForMs: number;
  /** What the server asked for (`Retry-After`); 0 when it did not. */
  retryAfterMs: number;
  /** In [0, 1): spreads clients after an outage, so that they do not all come back at once. */
  jitter: number;
};

const waitingMs = 1_000;
/**
 * How often is asked once nothing changed for so long. Customers behind one address share a limit, and a page that is
 * left open may stay so for days; anyone who comes back to it is told at once (`use-polling.ts`).
 */
const steps: Record<Exclude<PollPace, "stopped">, readonly { unchangedForMs: number; everyMs: number }[]> = {
  waiting: [
    { unchangedForMs: hourMs, everyMs: 15_000 },
    { unchangedForMs: 600_000, everyMs: 5_000 },
    { unchangedForMs: 120_000, everyMs: 2_000 },
    { unchangedForMs: 0, everyMs: waitingMs },
  ],
  slow: [
    { unchangedForMs: hourMs, everyMs: 120_000 },
    { unchangedForMs: 600_000, everyMs: 30_000 },
    { unchangedForMs: 0, everyMs: 10_000 },
  ],
};
const longestBackOffMs = 30_000;
const streamRetryMs = 1_500;
const longestStreamRetryMs = 600_000;

/** A page out of sight looks no more often. */
export const hiddenMs = 15_000;
/** A stream tells something every ten seconds; one that does not is held up somewhere, or dead. */
export const streamSilentMs = 16_000;
/** A page that is out of sight for longer leaves its connection to others: a browser has six to one host. */
export const streamHiddenMs = 5_000;

/** Milliseconds until the next poll; null when there is nothing more to wait for. */
export function nextPollDelayMs(situation: PollSituation): number | null {
  const { pace, hidden, failures, unchangedForMs, retryAfterMs, jitter } = situation;
  if (pace === "stopped") return null;
  const step = steps[pace].find((each) => unchangedForMs >= each.unchangedForMs);
  const steady = Math.max(step?.everyMs ?? waitingMs, hidden ? hiddenMs : 0);
  if (failures === 0) return Math.max(steady, retryAfterMs);
  const backOff = Math.min(waitingMs * 2 ** failures, longestBackOffMs);
  return Math.max(steady, retryAfterMs, Math.round(backOff * (0.75 + jitter / 2)));
}

/**
 * Milliseconds until a stream is tried again after it ended.
 *
 * @param unheard streams in a row of which nothing came: refused, or held up by what lies between
 */
export function nextStreamDelayMs(unheard: number, jitter: number): number {
  const delay = unheard === 0 ? streamRetryMs : Math.min(15_000 * 2 ** unheard, longestStreamRetryMs);
  return Math.round(delay * (0.5 + jitter));
}
