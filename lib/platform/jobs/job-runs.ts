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
  /** Deletes leases that ended at or before `before`. @returns how many */
  prune(before: Date, limit: number): Promise<number>;
};

/** `idleMs`: since when there is no holder; 0 while a fallback holds it. */
export type IdleLease = { name: string; idleMs: number };

/** Suffix of a holder that works only while the Inngest server does not. */
export const fallbackSuffix = " (in process)";
