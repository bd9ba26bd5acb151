import "server-only";
import { getProcess, perProcess } from "@/lib/api/wiring/process";
import { getWork } from "@/lib/api/wiring/work";
import { createJobsStatusStore } from "@/lib/books/jobs-status.store";
import { createScrape } from "./service-gauges";

/** Returns this process's metrics as Prometheus text. */
export const getScrape = perProcess("scrape", () => {
  const { database, common } = getProcess();
  return createScrape(common.metrics, () => ({
    ...getWork(),
    pool: database.pool,
    jobsStatus: createJobsStatusStore(database),
  }));
});
