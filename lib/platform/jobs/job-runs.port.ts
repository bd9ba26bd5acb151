import { hourMs, minuteMs } from "@/lib/platform/values/time.rules";

/** Work that happens by the clock, and after how long without a good end it is late. */
export const jobPatienceMs = {
  "expire-checkouts": 5 * minuteMs,
  "deliver-webhooks": 5 * minuteMs,
  "settle-checkouts": 5 * minuteMs,
  "send-refunds": 5 * minuteMs,
  "relay-payments": 5 * minuteMs,
  "refresh-rates": 5 * minuteMs,
  "review-balances": 5 * minuteMs,
  "sweep-balances": 3 * hourMs,
  prune: 30 * minuteMs,
  "send-mail": 5 * minuteMs,
  "write-digests": 3 * hourMs,
  "count-hours": 15 * minuteMs,
  "apply-wallet-changes": 5 * minuteMs,
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
