import "server-only";
import { createOutgoingStore } from "@/lib/chain/sender/outgoing/outgoing.store";
import { createScanMemory } from "@/lib/payments/scan/scan-memory";
import { createDatabaseHealth } from "@/lib/platform/database";
import { createJobRuns } from "@/lib/platform/jobs/job-runs.store";
import { createReleaseStore } from "@/lib/platform/jobs/work-leases.store";
import { perProcess } from "@/lib/platform/process/per-process";
import { listenForActs } from "@/lib/projects/logs/acts.store";
import { getSenders } from "./chains";
import { getHttp } from "./http";
import { getMerchant } from "./merchant";
import { getProcess } from "./process";
import { createPruning, outgoingOwners } from "./stores";
import { getWebhooks } from "./webhooks";

export type WorkDeps = ReturnType<typeof getWork>;

/** The background work, and what watches over it. */
export const getWork = perProcess("work", () => {
  const { settings, database, common } = getProcess();
  const { rateLimiter, requestRecorder, idempotency } = getHttp();
  const { webhooks, webhookDelivery } = getWebhooks();
  return {
    ...getMerchant(),
    ...getSenders(),
    webhooks,
    webhookDelivery,
    rateLimiter,
    idempotency,
    memory: createScanMemory(),
    outgoing: createOutgoingStore(database, outgoingOwners),
    refundDailyCap: settings.REFUND_DAILY_CAP_TOKENS,
    releases: createReleaseStore(database),
    jobRuns: createJobRuns(database),
    pruning: createPruning(database),
    databaseHealth: createDatabaseHealth(database),
    /** Listens for changes by an operator's command. */
    listenForActs: (onAct: () => void) =>
      listenForActs(settings.DATABASE_DIRECT_URL ?? settings.DATABASE_URL, onAct, common.log),
    close: async () => {
      await requestRecorder.stop();
      await database.close();
    },
  };
});
