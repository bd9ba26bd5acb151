import { minuteMs } from "@/lib/platform/values/time.rules";

/** Time left as a clock: "29:07", "1:04:00"; whole seconds, rounded up so that 0:00 means over. */
export function formatTimeLeft(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1_000));
  const two = (value: number) => value.toString().padStart(2, "0");
  const hours = Math.floor(seconds / 3_600);
  const minutes = Math.floor((seconds % 3_600) / 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** Emphasis comes only in the last quarter of the time given. */
export function isLastQuarter(leftMs: number, wholeMs: number): boolean {
  return leftMs * 4 <= wholeMs;
}

const milestonesMinutes = [10, 5, 1] as const;

/**
 * The milestone crossed between two updates, for screen readers: minutes left, or 0 when time ran out; null for none.
 * Of several (after sleep) the latest counts.
 */
export function milestoneCrossed(beforeMs: number, leftMs: number): number | null {
  if (beforeMs > 0 && leftMs <= 0) return 0;
  const crossed = milestonesMinutes.filter(
    (minutes) => beforeMs > minutes * minuteMs && leftMs <= minutes * minuteMs,
  );
  return crossed.at(-1) ?? null;
}
