import { hourMs, minuteMs } from "@/lib/platform/values/time.rules";

/** Scheduled jobs, and how long after their last success they are late. */
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

/** Jobs that run for each chain separately. */
export const chainJobs: ReadonlySet<JobName> = new Set([
  "settle-checkouts",
  "send-refunds",
  "relay-payments",
  "review-balances",
  "sweep-balances",
]);

/** The key of a run: one per chain, so that a healthy chain does not hide a failing one. */
export function jobRunKey(name: JobName, chainId: number | null): string {
  return chainId === null ? name : `${name} ${chainId}`;
}

export type JobRuns = {
  /**
   * Records a successful run, at most once a minute.
   * @param key from `jobRunKey`
   */
  ended(key: string, startedAt: Date, endedAt: Date): Promise<void>;
};
