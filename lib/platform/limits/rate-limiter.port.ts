import type { Limit } from "./client-limits.rules";

/** State of a limit after a request was counted, or refused. */
export type LimitState = {
  /** How many more requests are allowed now. */
  remaining: number;
  /** Time until more are allowed; 0 when nothing is counted. */
  resetMs: number;
};

export type Admission = {
  admitted: boolean;
  /** In the order of the given limits. */
  states: readonly LimitState[];
  /** When refused: the time until all limits allow one more. */
  retryAfterMs: number;
};

export type RateLimiter = {
  /**
   * Counts one request in every bucket, or in none when one is full. Exact for limits up to 240 in a window that are not
   * shared; above, it never allows more, and may refuse a 240th of the window too long.
   */
  take(limits: readonly Limit[]): Promise<Admission>;
  /** Deletes empty buckets. Returns how many. */
  prune(): Promise<number>;
};
