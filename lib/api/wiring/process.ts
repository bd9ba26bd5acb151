import "server-only";
import { createSystemClock } from "@/lib/platform/clock";
import { createDatabase } from "@/lib/platform/database";
import { newId } from "@/lib/platform/ids";
import { createIncidentStore } from "@/lib/platform/incidents/incident.store";
import { createWorkLeases } from "@/lib/platform/jobs/work-leases.store";
import { createLog } from "@/lib/platform/log";
import { createMetrics } from "@/lib/platform/metrics";
import { createOpenFiles } from "@/lib/platform/process/open-files";
import { perProcess } from "@/lib/platform/process/per-process";
import { createSecretBox } from "@/lib/platform/secret-box";
import { env } from "@/lib/settings/env";

const unnamedNote =
  "the pooler does not keep prepared statements apart, so PostgreSQL plans every statement anew; see docs/operators/database.md";

/** What the wiring of every noun stands on; `common` goes to the use cases. @throws SettingsError */
export const getProcess = perProcess("process", () => {
  const settings = env();
  const log = createLog(settings.LOG_LEVEL);
  const database = createDatabase(settings.DATABASE_URL, {
    maxConnections: settings.DATABASE_POOL_SIZE,
    onUnnamed: () => log.warn({}, unnamedNote),
  });
  return {
    settings,
    database,
    secretBox: createSecretBox(settings.DATA_KEY, settings.DATA_KEY_PREVIOUS),
    common: {
      clock: createSystemClock(),
      newId,
      random: Math.random,
      log,
      metrics: createMetrics(),
      incidents: createIncidentStore(database, log),
      workLeases: createWorkLeases(database),
      openFiles: createOpenFiles(log),
      /** Identifies this process, new at each start. */
      instanceId: crypto.randomUUID(),
      /** Origin of the payment page. */
      checkoutPageUrl: settings.CHECKOUT_PAGE_URL,
      dashboardUrl: settings.BASE_URL,
    },
  };
});
