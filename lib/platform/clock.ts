/** The time; injected, so that tests decide what hour it is. */
export type Clock = { now(): Date };

/** The machine's time. */
export function createSystemClock(): Clock {
  return { now: () => new Date() };
}
