import type { Clock } from "@/lib/platform/clock";
import type { Log } from "@/lib/platform/log";
import { type JobName, type JobRuns, jobRunKey } from "./job-runs.port";

/**
 * Does the work and notes that it ended well. Work that throws is noted nowhere, and its error goes on; that noting
 * failed is no fault of the work.
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
    log.warn({ name, chainId, error }, "it could not be noted that this work was done");
  }
  return result;
}
