import type { Clock } from "@/lib/platform/clock";
import type { Log } from "@/lib/platform/log";
import { type JobName, type JobRuns, jobRunKey } from "./job-runs.port";

/**
 * Runs the job and records its success. A failing job is not recorded, and its error is rethrown; failing to record is
 * not an error of the job.
 */
export async function noteRun<T>(
  { clock, jobRuns, log }: { clock: Clock; jobRuns: JobRuns; log: Log },
  name: JobName,
  chainId: number | null,
  work: () => Promise<T>,
): Promise<T> {
  const startedAt = clock.now();
  const result = await work();
  try {
    await jobRuns.ended(jobRunKey(name, chainId), startedAt, clock.now());
  } catch (error) {
    log.warn({ name, chainId, error }, "could not record a job's success");
  }
  return result;
}
