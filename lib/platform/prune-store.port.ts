/** What can be forgotten: nothing of money, of events, of who did what. In batches, each a transaction of its own. */
export type PruneStore = {
  /**
   * Forgets the attempts at deliveries that ended, once the last attempt began at or before `before`: all of those that
   * were delivered, and of those that failed all but the last, by which a merchant sees why. Begins where the last call
   * ended, in the order of the attempts' time.
   *
   * @param limit how many attempts are looked at
   * @returns how many were looked at; fewer than `limit` when none is left
   */
  deliveryAttempts(before: Date, limit: number): Promise<number>;
  /** Forgets letters written at or before `before`, oldest first. @returns how many */
  letters(before: Date, limit: number): Promise<number>;
  /** Forgets notices to owners from at or before `before`, oldest first. @returns how many */
  ownerNotices(before: Date, limit: number): Promise<number>;
  /** Forgets requests logged at or before `before`, oldest first. @returns how many */
  requests(before: Date, limit: number): Promise<number>;
  /** Forgets the oldest requests of each project that has more than `most`. @returns how many */
  surplusRequests(most: number, limit: number): Promise<number>;
  /** Forgets one-time secrets of the dashboard's door that ended at or before `before`. @returns how many */
  accountTokens(before: Date, limit: number): Promise<number>;
  /** Forgets browsers' sessions that ended, or were ended, at or before `before`. @returns how many */
  sessions(before: Date, limit: number): Promise<number>;
  /** Forgets which client handed in signed payments before `before`. @returns how many */
  authorizationClients(before: Date, limit: number): Promise<number>;
  /** Forgets leases of work that ended at or before `before`. @returns how many */
  workLeases(before: Date, limit: number): Promise<number>;
};
