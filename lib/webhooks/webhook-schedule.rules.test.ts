import { expect, test } from "vitest";
import { attemptDelaysMs, nextAttemptAt } from "./webhook-schedule.rules";

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const last = new Date("2026-05-01T12:00:00Z");

/** 0.5 is the middle of the jitter: the delay as it stands. */
function delay(
  attemptsMade: number,
  random = 0.5,
  retryAfterMs: number | null = null,
  answeredAt = last,
): number | null {
  const retryAfter = retryAfterMs === null ? null : { answeredAt, retryAfterMs };
  const at = nextAttemptAt(attemptsMade, last, random, retryAfter);
  return at === null ? null : at.getTime() - last.getTime();
}

const schedule = [
  0,
  5 * second,
  5 * minute,
  30 * minute,
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hour),
];

test("there are ten attempts, then no more", () => {
  expect(attemptDelaysMs).toEqual(schedule);
  expect(schedule.map((_, attemptsMade) => delay(attemptsMade))).toEqual(schedule);
  expect(delay(10)).toBeNull();
  expect(delay(10, 0.5, minute)).toBeNull();
  expect(delay(11)).toBeNull();
});

test.each(schedule.map((plain, attemptsMade) => ({ plain, attemptsMade })))(
  "after $attemptsMade attempts the delay keeps within 20 % of $plain ms",
  ({ plain, attemptsMade }) => {
    expect(delay(attemptsMade, 0)).toBe(plain * 0.8);
    const longest = delay(attemptsMade, 1 - Number.EPSILON) ?? Number.NaN;
    expect(longest).toBeLessThanOrEqual(plain * 1.2);
    expect(longest).toBeGreaterThanOrEqual(plain * 1.199);
  },
);

test.each([
  ["is honoured when it is longer than the schedule", 1, 2 * minute, 2 * minute],
  ["does not shorten the schedule", 3, minute, 30 * minute],
  ["does not shorten the schedule", 3, 0, 30 * minute],
  ["counts for one hour at most", 1, hour, hour],
  ["counts for one hour at most", 1, hour + 1, hour],
  ["counts for one hour at most", 1, 365 * 24 * hour, hour],
  ["counts for one hour at most", 1, Number.POSITIVE_INFINITY, hour],
])("Retry-After %s: after attempt %i, %d ms make %d", (_, attemptsMade, retryAfterMs, delayMs) => {
  expect(delay(attemptsMade, 0.5, retryAfterMs)).toBe(delayMs);
});

test.each([
  [2 * minute, 2 * minute],
  [2 * hour, hour],
])("Retry-After of %i ms counts from the answer, which may have taken its time", (retryAfterMs, counted) => {
  const answeredAt = new Date(last.getTime() + 12 * second);
  expect(delay(1, 0.5, retryAfterMs, answeredAt)).toBe(counted + 12 * second);
});
