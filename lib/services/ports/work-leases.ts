/**
 * Which instance does a piece of work that each of several could do, such as watching a chain. It saves doubled work
 * and nothing else: a lease can end while its holder is still at work, so what the work does must be right with two
 * at it (compare-and-set, unique keys).
 */
export type WorkLeases = {
  /**
   * Takes the lease, or holds on to it, for `ttlMs` from now by the database's clock.
   * @returns false while another holds it
   */
  hold(name: string, holder: string, ttlMs: number): Promise<boolean>;
  /** Gives up all that the holder has, for others to take at once. */
  release(holder: string): Promise<void>;
};
