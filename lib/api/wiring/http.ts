import "server-only";
import { createKeyAdmissions } from "@/lib/api/limits/key-admission.store";
import { createLimitedReads } from "@/lib/api/limits/limited-reads.store";
import { createRateLimiter } from "@/lib/api/limits/rate-limiter.store";
import { createIdempotencyStore } from "@/lib/platform/limits/idempotency.store";
import { perProcess } from "@/lib/platform/process/per-process";
import { createRequestRecorder } from "@/lib/projects/logs/logs";
import { createRequestLog } from "@/lib/projects/logs/logs.store";
import { createProjectStore, type ProjectStore } from "@/lib/projects/project.store";
import { getProcess } from "./process";

export type HttpDeps = ReturnType<typeof getHttp>;
export type RequestLimits = HttpDeps["requestLimits"];

/** Dependencies of every request. */
export const getHttp = perProcess("http", () => {
  const { settings, database, secretBox, common } = getProcess();
  const { clock, log, metrics } = common;
  const projects: ProjectStore = createProjectStore(database);
  return {
    clock,
    log,
    metrics,
    projects,
    /** Requests per minute; a project may have its own for the Server API. */
    requestLimits: {
      projectPerMinute: settings.RATE_LIMIT_PROJECT_PER_MINUTE,
      serverPerMinute: settings.RATE_LIMIT_SERVER_PER_MINUTE,
      publicPerMinute: settings.RATE_LIMIT_PUBLIC_PER_MINUTE,
      publicIpPerMinute: settings.RATE_LIMIT_PUBLIC_IP_PER_MINUTE,
      pagePerMinute: settings.RATE_LIMIT_PAGE_PER_MINUTE,
      actionPerMinute: settings.RATE_LIMIT_ACTION_PER_MINUTE,
      failedKeysPerMinute: settings.RATE_LIMIT_FAILED_KEYS_PER_MINUTE,
    },
    rateLimiter: createRateLimiter(database),
    keyAdmissions: createKeyAdmissions(database, clock),
    limitedReads: createLimitedReads(database),
    requestRecorder: createRequestRecorder({ requestLog: createRequestLog(database), log }),
    idempotency: createIdempotencyStore(database, secretBox),
  };
});
