import type { Clock } from "@/lib/platform/clock";
import type { Log } from "@/lib/platform/log";
import type { Metrics } from "@/lib/platform/metrics/metrics";
import { type JobName, type JobRuns, jobRunKey } from "./job-runs.port";

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
  const result = await work().catch((error: unknown) => {
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
