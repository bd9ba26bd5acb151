import { getDeps } from "@/lib/api/deps";
import { type JobName, noteRun } from "@/lib/platform/jobs/job-runs";

/** Runs a scheduled job and records its success for `npm run jobs:status`. */
export function noted<T>(name: JobName, work: () => Promise<T>): Promise<T> {
  return noteRun(getDeps(), name, null, work);
}

/** The same for a job that runs for each chain separately. */
export function notedOf<T>(chainId: number, name: JobName, work: () => Promise<T>): Promise<T> {
  return noteRun(getDeps(), name, chainId, work);
}
