/** Durations in milliseconds. */
export const secondMs = 1_000;

export const minuteMs = 60 * secondMs;

export const hourMs = 60 * minuteMs;

export const dayMs = 24 * hourMs;

/** The previous midnight UTC: limits and caps use this day. */
export function startOfDay(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()));
}

export function earliest(...dates: readonly Date[]): Date {
  return new Date(Math.min(...dates.map((date) => date.getTime())));
}
