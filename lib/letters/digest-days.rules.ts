import { dayIn, laterDay, startOfDayIn, utc } from "@/lib/platform/i18n/time-zone.rules";
import { hourMs } from "@/lib/platform/values/time.rules";

/** A digest of a project's activity, written when its time is over. */
export type DigestKind = "payments.digest" | "payments.weekly";

export type DigestPeriod = {
  /** Its first and last day in the shop's zone, "2026-01-31". The first one is part of the e-mail's key. */
  first: string;
  last: string;
  from: Date;
  to: Date;
  /** The time of as many days before, to compare with; null for a day, which is compared with nothing. */
  before: { from: Date; to: Date } | null;
};

/**
 * A shop's digests come this long after its midnight, in its morning. Until then the last ones are due: a change of the
 * zone moves the clock by less than a day, so it skips no digest, and the key of a day lets none be sent twice.
 */
const morningMs = 7 * hourMs;

const monday = 1;

/**
 * The days of the digest that is due now.
 *
 * @param timeZone the project's; UTC if it has none
 * @returns null on the days without one of this kind
 */
export function digestPeriod(kind: DigestKind, now: Date, timeZone: string | null): DigestPeriod | null {
  const zone = timeZone ?? utc;
  const today = dayIn(new Date(now.getTime() - morningMs), zone);
  if (kind === "payments.weekly" && new Date(`${today}T00:00:00.000Z`).getUTCDay() !== monday) return null;
  const days = kind === "payments.weekly" ? 7 : 1;
  const first = laterDay(today, -days);
  const from = startOfDayIn(first, zone);
  const to = startOfDayIn(today, zone);
  const before =
    kind === "payments.weekly" ? { from: startOfDayIn(laterDay(first, -days), zone), to: from } : null;
  return { first, last: laterDay(today, -1), from, to, before };
}
