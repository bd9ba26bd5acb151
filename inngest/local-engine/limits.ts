import { dayMs, minuteMs } from "@/lib/platform/values/time.rules";

/** All limits of the engine; tests pass smaller ones. */
export const defaultLimits = {
  /** Concurrent function calls. */
  maxConcurrentSteps: 100,
  /** Runs that wait, execute or sleep; further sends are refused. */
  maxRuns: 10_000,
  /** Steps of one run. */
  maxSteps: 1_000,
  /** Age of a run, sleeps included. */
  maxRunMs: dayMs,
  /** After this a call counts as a failed attempt and releases its place. */
  stepTimeoutMs: 120_000,
  /** Before the second attempt; it doubles with each further one. */
  firstBackoffMs: 1_000,
  maxBackoffMs: minuteMs,
  /** How long `stop` waits for running calls. */
  stopTimeoutMs: 10_000,
  /** How many event ids are remembered to drop duplicates. */
  maxEventIds: 10_000,
  /** Clocks of one machine agree; an event further ahead asks for a delayed start. */
  maxEventAheadMs: 1_000,
};

export type EngineLimits = typeof defaultLimits;

/** Attempts after the first of a function that names none, as on an Inngest server. */
export const defaultRetries = 3;

/** Node's timers fire at once for delays above a signed 32-bit number of milliseconds. */
export const maxTimerMs = 2 ** 31 - 1;
