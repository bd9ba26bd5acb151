import { describe, expect, test } from "vitest";
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
  const at = nextAttemptAt(
    attemptsMade,
    last,
    random,
    retryAfterMs === null ? null : { answeredAt, retryAfterMs },
  );
  return at === null ? null : at.getTime() - last.getTime();
}

const schedule = [
  0,
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
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

describe("Retry-After", () => {
  test("is honoured when it is longer than the schedule", () => {
    expect(delay(1, 0.5, 2 * minute)).toBe(2 * minute);
  });
  test("counts from the answer, which may have taken its time", () => {
    const answeredAt = new Date(last.getTime() + 12 * second);
    expect(delay(1, 0.5, 2 * minute, answeredAt)).toBe(2 * minute + 12 * second);
    expect(delay(1, 0.5, 2 * hour, answeredAt)).toBe(hour + 12 * second);
  });
  test("does not shorten the schedule", () => {
    expect(delay(3, 0.5, 1 * minute)).toBe(30 * minute);
    expect(delay(3, 0.5, 0)).toBe(30 * minute);
  });
  test("counts for one hour at most", () => {
    expect(delay(1, 0.5, hour)).toBe(hour);
    expect(delay(1, 0.5, hour + 1)).toBe(hour);
    expect(delay(1, 0.5, 365 * 24 * hour)).toBe(hour);
    expect(delay(1, 0.5, Number.POSITIVE_INFINITY)).toBe(hour);
  });
});
