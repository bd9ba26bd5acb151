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
} as const;

export type JobName = keyof typeof jobPatienceMs;

export type JobRuns = {
  /** Notes that a piece of work ended well; of several within a minute one is enough. */
  ended(name: JobName, startedAt: Date, endedAt: Date): Promise<void>;
};
