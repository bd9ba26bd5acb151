/**
 * Which instance does work that each of several could do, such as watching a chain. A lease saves doubled work and
 * nothing else: it can expire while its holder is still working, so the work must be right with two at it
 * (compare-and-set, unique keys).
 */
export type WorkLeases = {
  /**
   * Acquires the lease for `ttlMs` from now by the database's clock, or asks its live holder to look once more.
   * A holder that ends with `fallbackSuffix` loses the lease to any other.
   * @returns how often work was asked for until now, for `release`; null while another holds the lease
   */
  acquire(name: string, holder: string, ttlMs: number): Promise<number | null>;
  /** @returns how often work was asked for until now; null when the lease was lost */
  renew(name: string, holder: string, ttlMs: number): Promise<number | null>;
  /**
   * Releases the lease, unless work was asked for after the first `wakes` requests.
   * @param wakes null releases it in any case
   * @param isContinued the same work goes on at once, perhaps elsewhere: no one needs to ask for it
   * @returns false when there was a new request, or the lease was lost
   */
  release(name: string, holder: string, wakes: number | null, isContinued: boolean): Promise<boolean>;
  /** Asks the live holder to look once more. @returns false when there is none: then a run has to be started */
  wake(name: string): Promise<boolean>;
  /**
   * Free leases for which no instance asked for a run within `everyMs`, and those that a fallback holds, within
   * `fallbackEveryMs`. The caller counts as the one who asked, and must start a run.
   */
  takeIdle(names: readonly string[], everyMs: number, fallbackEveryMs: number): Promise<IdleLease[]>;
  /** Who holds which of the leases now. */
  holders(names: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Releases every lease of these holders. */
  releaseAll(holders: readonly string[]): Promise<void>;
};

/** `idleMs`: since when there is no holder; 0 while a fallback holds it. */
export type IdleLease = { name: string; idleMs: number };

/** Ends the name of a holder that works only while the Inngest server does not. */
export const fallbackSuffix = " (in process)";
