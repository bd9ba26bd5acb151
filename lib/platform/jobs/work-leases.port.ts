/**
 * Decides which instance runs work that each of several could run, such as watching a chain. A lease only avoids
 * duplicate work: it can expire while its holder is still working, so the work must be correct with two workers
 * (compare-and-set, unique keys).
 */
export type WorkLeases = {
  /**
   * Acquires the lease for `ttlMs` by the database's clock, or wakes its live holder. A holder whose name ends with
   * `fallbackSuffix` loses the lease to any other.
   * @returns the number of requests for `release`; null while another holds the lease
   */
  acquire(name: string, holder: string, ttlMs: number): Promise<number | null>;
  /** @returns the number of requests so far; null when the lease was lost */
  renew(name: string, holder: string, ttlMs: number): Promise<number | null>;
  /**
   * Releases the lease, unless a request came after the first `wakes`.
   * @param wakes null releases it in any case
   * @param isContinued the same work continues at once, perhaps elsewhere: no one needs to start it
   * @returns false when there was a new request, or the lease was lost
   */
  release(name: string, holder: string, wakes: number | null, isContinued: boolean): Promise<boolean>;
  /** Asks the live holder for another pass. @returns false when there is none: then start a run */
  wake(name: string): Promise<boolean>;
  /**
   * Free leases for which no instance started a run within `everyMs`, and those held by a fallback, within
   * `fallbackEveryMs`. Counts the caller as the starter: it must start a run.
   */
  takeIdle(names: readonly string[], everyMs: number, fallbackEveryMs: number): Promise<IdleLease[]>;
  /** The present holders of the leases. */
  holders(names: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Releases every lease of these holders. */
  releaseAll(holders: readonly string[]): Promise<void>;
};

/** `idleMs`: since when there is no holder; 0 while a fallback holds it. */
export type IdleLease = { name: string; idleMs: number };

/** Suffix of a holder that works only while the Inngest server does not. */
export const fallbackSuffix = " (in process)";
