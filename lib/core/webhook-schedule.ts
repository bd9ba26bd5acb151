const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** Delay before each attempt, counted from the attempt before; the first goes out at once. */
export const attemptDelaysMs: readonly number[] = [
  0,
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
];

const jitter = 0.2;
const maxRetryAfterMs = hourMs;

/**
 * When to try again after `attemptsMade` attempts, or null when the schedule is exhausted.
 *
 * @param random in [0, 1): spreads retries by ±20 % so that a recovering receiver is not met by all at once
 * @param retryAfterMs what the receiver asked for with a 429 or 503; honoured up to one hour
 */
export function nextAttemptAt(
  attemptsMade: number,
  lastAttemptAt: Date,
  random: number,
  retryAfterMs: number | null,
): Date | null {
  const delayMs = attemptDelaysMs[attemptsMade];
  if (delayMs === undefined) return null;
  const jittered = delayMs * (1 - jitter + 2 * jitter * random);
  const askedMs = retryAfterMs === null ? 0 : Math.min(retryAfterMs, maxRetryAfterMs);
  return new Date(lastAttemptAt.getTime() + Math.round(Math.max(jittered, askedMs)));
}
