/** Work that happens by the clock, and after how long without a good end it is late. */
export const jobPatienceMs = {
  "expire-checkouts": 5 * 60_000,
  "deliver-webhooks": 5 * 60_000,
  "settle-checkouts": 5 * 60_000,
  "send-refunds": 5 * 60_000,
  "relay-payments": 5 * 60_000,
  "refresh-rates": 5 * 60_000,
  "review-balances": 5 * 60_000,
  "sweep-balances": 3 * 3_600_000,
  prune: 30 * 60_000,
  "send-mail": 5 * 60_000,
  "write-digests": 3 * 3_600_000,
  "count-hours": 15 * 60_000,
  "apply-wallet-changes": 5 * 60_000,
} as const;

export type JobName = keyof typeof jobPatienceMs;

/** Work that is done for each chain by itself. */
export const chainJobs: ReadonlySet<JobName> = new Set([
  "settle-checkouts",
  "send-refunds",
  "relay-payments",
  "review-balances",
  "sweep-balances",
]);

/** What a run is noted under: a chain's under its own, so that one that is well hides none that is not. */
export function jobRunKey(name: JobName, chainId: number | null): string {
  return chainId === null ? name : `${name} ${chainId}`;
}

export type JobRuns = {
  /**
   * Notes that a piece of work ended well; of several within a minute one is enough.
   * @param key as `jobRunKey` makes it
   */
  ended(key: string, startedAt: Date, endedAt: Date): Promise<void>;
};
