import type { Clock } from "@/lib/platform/clock";
import type { Log } from "@/lib/platform/log";
import type { Metrics } from "@/lib/platform/metrics";
import { traced } from "@/lib/platform/tracing";
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

type JobMetrics = Pick<Metrics, "jobEnded">;

/**
 * Does the work and notes that it ended well. Work that throws is counted alone, and its error goes on; that noting
 * failed is no fault of the work.
 */
export async function noteRun<T>(
  { clock, jobRuns, log, metrics }: { clock: Clock; jobRuns: JobRuns; log: Log; metrics: JobMetrics },
  name: JobName,
  chainId: number | null,
  work: () => Promise<T>,
): Promise<T> {
  const startedAt = clock.now();
  const begun = performance.now();
  const count = (outcome: "ok" | "failed") =>
    metrics.jobEnded(name, chainId, outcome, performance.now() - begun);
  const result = await traced(jobRunKey(name, chainId), work).catch((error: unknown) => {
    count("failed");
    throw error;
  });
  count("ok");
  try {
    await jobRuns.ended(jobRunKey(name, chainId), startedAt, clock.now());
  } catch (error) {
    log.warn({ name, chainId, error }, "could not record a job's success");
  }
  return result;
}

/** Suffix of a holder that works only while the Inngest server does not. */
export const fallbackSuffix = " (in process)";
