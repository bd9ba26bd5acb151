import { hourMs } from "@/lib/platform/values/time.rules";

/** How closely to follow something. */
export type PollPace = "waiting" | "slow" | "stopped";

export type PollState = {
  pace: Exclude<PollPace, "stopped">;
  /** The page is not visible. */
  hidden: boolean;
  /** Failed polls since the last success. */
  failures: number;
  /** Time since the last change. */
  unchangedForMs: number;
  /** The server's `Retry-After`; 0 without one. */
  retryAfterMs: number;
  /** In [0, 1): spreads clients after an outage, so that they do not all return at once. */
  jitter: number;
};

const waitingMs = 1_000;
/**
 * Poll intervals by the time without a change. Customers behind one IP address share a limit, and an open page may stay
 * open for days; when it becomes visible again it polls at once (`use-polling.ts`).
 */
const steps: Record<PollState["pace"], readonly { unchangedForMs: number; everyMs: number }[]> = {
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

/** A hidden page polls no more often. */
export const hiddenMs = 15_000;
/** A stream sends a message every ten seconds; a silent one is blocked or dead. */
export const streamSilentMs = 16_000;
/** After this long out of sight a page closes its connection: a browser allows six per host. */
export const streamHiddenMs = 5_000;

/** Milliseconds until the next poll. */
export function nextPollDelayMs({
  pace,
  hidden,
  failures,
  unchangedForMs,
  retryAfterMs,
  jitter,
}: PollState): number {
  const step = steps[pace].find((each) => unchangedForMs >= each.unchangedForMs);
  const steady = Math.max(step?.everyMs ?? waitingMs, hidden ? hiddenMs : 0);
  if (failures === 0) return Math.max(steady, retryAfterMs);
  const backOff = Math.min(waitingMs * 2 ** failures, longestBackOffMs);
  return Math.max(steady, retryAfterMs, Math.round(backOff * (0.75 + jitter / 2)));
}

/**
 * Milliseconds until the stream is reopened.
 *
 * @param unheard consecutive streams without a message: refused, or blocked on the way
 */
export function nextStreamDelayMs(unheard: number, jitter: number): number {
  const delay = unheard === 0 ? streamRetryMs : Math.min(15_000 * 2 ** unheard, longestStreamRetryMs);
  return Math.round(delay * (0.5 + jitter));
}
