import type { Clock } from "@/lib/services/ports/clock";

/** The machine's time. */
export function createSystemClock(): Clock {
  return { now: () => new Date() };
}
