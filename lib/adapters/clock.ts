import type { Clock } from "@/lib/services/ports/clock";

/** The machine's time. */
export const systemClock: Clock = { now: () => new Date() };
