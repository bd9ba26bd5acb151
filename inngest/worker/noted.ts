import { getDeps } from "@/lib/api/deps";
import type { JobName } from "@/lib/platform/jobs/job-runs.port";
import { noteRun } from "@/lib/platform/jobs/note-run";

/** Does a piece of work that happens by the clock, and notes that it ended well: `npm run jobs:status` tells when. */
export function noted<T>(name: JobName, work: () => Promise<T>): Promise<T> {
  return noteRun(getDeps(), name, null, work);
}

/** The same with work that is done for each chain by itself. */
export function notedOf<T>(chainId: number, name: JobName, work: () => Promise<T>): Promise<T> {
  return noteRun(getDeps(), name, chainId, work);
}
