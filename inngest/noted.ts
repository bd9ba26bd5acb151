import { getWork } from "@/lib/api/wiring/work";
import { type JobName, noteRun } from "@/lib/platform/jobs/job-runs";

/** Runs a scheduled job and records its success for `npm run jobs:status`. */
export function noted<T>(name: JobName, job: () => Promise<T>): Promise<T> {
  return noteRun(getWork(), name, null, job);
}

/** The same for a job that runs for each chain separately. */
export function notedOf<T>(chainId: number, name: JobName, job: () => Promise<T>): Promise<T> {
  return noteRun(getWork(), name, chainId, job);
}
