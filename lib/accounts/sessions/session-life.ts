import { dayMs } from "@/lib/platform/durations.rules";

/** However busy: then its owner signs in anew. */
export const sessionLifeMs = 30 * dayMs;

/** Without a request for so long it is over. */
const idleLimitMs = 7 * dayMs;

/** One that was seen last before then is over. */
export function seenSince(now: Date): Date {
  return new Date(now.getTime() - idleLimitMs);
}
