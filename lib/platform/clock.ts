/** The time; injected, so that tests can set it. */
export type Clock = { now(): Date };

export function createSystemClock(): Clock {
  return { now: () => new Date() };
}
