import { paramsOf, rowCursors, type SearchParams, wordOf } from "@/lib/platform/lists/list-place.rules";
import { hourMs, minuteMs, secondMs } from "@/lib/platform/values/time.rules";
import { type DeliveryStatus, deliveryStatuses } from "./delivery.rules";

/** Delay before each attempt, counted from the previous one; the first is immediate. */
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

/** An endpoint without a success for this long is disabled at the next failed attempt. */
export const disabledAfterFailingMs = 5 * 24 * hourMs;

/** The reason when the merchant disabled it; any other reason is the service's. */
export const disabledByHand = "Disabled by hand.";

const jitter = 0.2;

const maxRetryAfterMs = hourMs;

/**
 * The time of the next attempt after `attemptsMade`, or null when the schedule is exhausted.
 *
 * @param attemptsMade since the schedule began: a replay restarts it
 * @param random in [0, 1): spreads retries by ±20 %, so that a recovering receiver does not get all at once
 * @param retryAfter Retry-After of a 429 or 503, from its answer on; honoured up to one hour
 */
export function nextAttemptAt(
  attemptsMade: number,
  lastAttemptAt: Date,
  random: number,
  retryAfter: { answeredAt: Date; retryAfterMs: number } | null,
): Date | null {
  const delayMs = attemptDelaysMs[attemptsMade];
  if (delayMs === undefined) return null;
  const jitteredMs = delayMs * (1 - jitter + 2 * jitter * random);
  const notBefore =
    retryAfter === null
      ? 0
      : retryAfter.answeredAt.getTime() + Math.min(retryAfter.retryAfterMs, maxRetryAfterMs);
  return new Date(Math.max(lastAttemptAt.getTime() + Math.round(jitteredMs), notBefore));
}

/** Filters of an endpoint's deliveries; a null field does not filter. */
export type DeliveryFilter = { status: DeliveryStatus | null };

export const deliveryCursors = rowCursors("whd");

/** Reads the list's URL; an unreadable parameter does not filter. */
export function readDeliveryFilter(params: SearchParams): DeliveryFilter {
  return { status: wordOf(params, "status", deliveryStatuses) };
}

/** The URL parameters of a filter. */
export function deliveryListParams({ status }: DeliveryFilter): URLSearchParams {
  return paramsOf({ status });
}
