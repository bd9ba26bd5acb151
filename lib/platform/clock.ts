import type { Clock } from "./clock.port";

/** The machine's time. */
export function createSystemClock(): Clock {
  return { now: () => new Date() };
}
