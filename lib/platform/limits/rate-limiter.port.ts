/** At most `most` requests in any span of `windowMs`. */
export type Limit = {
  /** What it counts by, such as `server:prj_…`; the same on every instance. */
  bucket: string;
  most: number;
  /** A minute if absent; up to a day. A bucket always has the same. */
  windowMs?: number;
  /** Counted for several clients together: a full one still admits a client with fewer than `free` of its own in it. */
  shared?: { client: string; free: number };
};

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
