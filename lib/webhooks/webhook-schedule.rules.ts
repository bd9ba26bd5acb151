import { type DeliveryStatus, deliveryStatuses } from "@/lib/checkouts/state/events.rules";
import { rowCursors } from "@/lib/platform/lists/list-place.rules";
import { paramsOf, type SearchParams, wordOf } from "@/lib/platform/lists/search-params.rules";
import { hourMs, minuteMs, secondMs } from "@/lib/platform/values/time.rules";

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

/** An endpoint that took nothing for this long is disabled at the next attempt that fails. */
export const disabledAfterFailingMs = 5 * 24 * hourMs;

const jitter = 0.2;

const maxRetryAfterMs = hourMs;

/**
 * When to try again after `attemptsMade` attempts, or null when the schedule is exhausted.
 *
 * @param attemptsMade since the schedule began: a replay begins it anew
 * @param random in [0, 1): spreads retries by ±20 % so that a recovering receiver is not met by all at once
 * @param asked what the receiver asked for with a 429 or 503, from its answer on; honoured up to one hour
 */
export function nextAttemptAt(
  attemptsMade: number,
  lastAttemptAt: Date,
  random: number,
  asked: { answeredAt: Date; retryAfterMs: number } | null,
): Date | null {
  const delayMs = attemptDelaysMs[attemptsMade];
  if (delayMs === undefined) return null;
  const jitteredMs = delayMs * (1 - jitter + 2 * jitter * random);
  const askedUntil =
    asked === null ? 0 : asked.answeredAt.getTime() + Math.min(asked.retryAfterMs, maxRetryAfterMs);
  return new Date(Math.max(lastAttemptAt.getTime() + Math.round(jitteredMs), askedUntil));
}

/** Which of an endpoint's deliveries are listed; a null field does not narrow. */
export type DeliveryFilter = { status: DeliveryStatus | null };

export const deliveryCursors = rowCursors("whd");

/** Reads a list's address; what cannot be read does not narrow. */
export function readDeliveryFilter(params: SearchParams): DeliveryFilter {
  return { status: wordOf(params, "status", deliveryStatuses) };
}

/** The parameters that stand for it. */
export function deliveryListParams({ status }: DeliveryFilter): URLSearchParams {
  return paramsOf({ status });
}
