/** At most `perMinute` requests in any 60 seconds. */
export type Limit = {
  /** Whom it counts, such as `server:prj_…`; the same on every instance. */
  bucket: string;
  perMinute: number;
};

/** How a limit stands after a request was counted, or refused. */
export type LimitState = {
  /** What would still be admitted now. */
  remaining: number;
  /** Until more than that would be; 0 while nothing is counted. */
  resetMs: number;
};

export type Admission = {
  admitted: boolean;
  /** In the order in which the limits were given. */
  states: readonly LimitState[];
  /** When refused: until all limits would admit one more. */
  retryAfterMs: number;
};

export type RateLimiter = {
  /**
   * Counts one request in every bucket, or in none of them when one is full. Exact to the request for limits up
   * to 240 a minute; above, never more is admitted, and a request may be refused up to 250 ms too long.
   */
  take(limits: readonly Limit[]): Promise<Admission>;
  /** Forgets buckets that have nothing left to count. Answers how many. */
  prune(): Promise<number>;
};
