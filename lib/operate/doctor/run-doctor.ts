import { createDatabase } from "@/lib/platform/database";
import { createIncidentStore } from "@/lib/platform/incidents/incident.store";
import { summariseIncidents } from "@/lib/platform/incidents/incident-words";
import { createLog } from "@/lib/platform/log";
import { settingText } from "@/lib/platform/process/environment.mjs";
import { configuredChain } from "@/lib/settings/chain-settings";
import { type Env, parseEnv } from "@/lib/settings/env";
import {
  hasOwnDatabase,
  misspeltSettings,
  misspeltWarning,
  quotedSettings,
  quotedWarning,
  readSetting,
} from "@/lib/settings/environment";
import { SettingsError } from "@/lib/settings/variables";
import { checkDatabase } from "./check-database";
import { checkNodes } from "./check-nodes";
import { checkPublic } from "./check-public";
import {
  checkInngest,
  checkMail,
  checkPictures,
  checkRates,
  checkWallets,
  checkWebhook,
} from "./check-services";
import { createFindings, type Finding } from "./finding";

export type DoctorOptions = {
  variables: Readonly<Record<string, string | undefined>>;
  /** The database of a service that runs its own; null where it does not run. */
  ownDatabaseUrl: string | null;
  /** A further authority to trust, PEM. */
  ca?: string;
};

/**
 * Looks at every setting and at everything that they lead to. What depends on a setting that cannot be read is left
 * out: its fault is among the settings'.
 */
export async function runDoctor({ variables, ownDatabaseUrl, ca }: DoctorOptions): Promise<Finding[]> {
  const isOwn = hasOwnDatabase(variables);
  const given = isOwn ? { ...variables, DATABASE_URL: ownDatabaseUrl ?? unknownDatabaseUrl } : variables;
  const databaseUrl = readSetting("DATABASE_URL", isOwn ? { DATABASE_URL: ownDatabaseUrl ?? "" } : given);
  const { env, findings } = readSettings(given, variables);
  const isGiven = (name: string) => settingText(name, variables[name] ?? "") !== "";
  const chains = (readSetting("CHAINS", given) ?? []).map(configuredChain);
  const parts: Promise<Finding[]>[] = [
    ...(databaseUrl === undefined
      ? isOwn
        ? [notRunning()]
        : []
      : [
          checkDatabase({
            databaseUrl,
            isOwn,
            directUrl: readSetting("DATABASE_DIRECT_URL", given) ?? null,
            mode: env?.APP_MODE ?? "production",
            dataKey: readSetting("DATA_KEY", given) ?? null,
            previousDataKey: readSetting("DATA_KEY_PREVIOUS", given) ?? null,
            poolSize: env?.DATABASE_POOL_SIZE ?? 0,
          }),
          checkIncidents(databaseUrl, chains),
        ]),
    ...chains.map((chain) => checkNodes(chain)),
    ...(env === null
      ? []
      : [
          ...(databaseUrl === undefined ? [] : [checkWallets(env, databaseUrl)]),
          checkRates(env, isGiven),
          checkMail(env, ca),
          checkWebhook(env),
          checkPictures(),
          checkPublic(env, isGiven, ca),
          checkInngest(env.INNGEST_BASE_URL ?? null, env.INNGEST_SIGNING_KEY !== undefined),
        ]),
  ];
  return [...findings, ...(await Promise.all(parts)).flat()];
}

const unknownDatabaseUrl = "postgresql://127.0.0.1/checkout";

async function notRunning(): Promise<Finding[]> {
  const { all, warn } = createFindings("database");
  warn(
    "The built-in PostgreSQL isn't running, so it can't be checked.",
    "Start the service, and run this again.",
  );
  return all;
}

function readSettings(
  given: DoctorOptions["variables"],
  variables: DoctorOptions["variables"],
): { env: Env | null; findings: Finding[] } {
  const { all, ok, warn, fault } = createFindings("settings");
  for (const name of quotedSettings(variables))
    warn(quotedWarning(name), "Nothing has to change. Without the marks, this warning goes away.");
  for (const misspelt of misspeltSettings(variables))
    warn(misspeltWarning(misspelt), "Rename it, or remove it if it belongs to another program.");
  try {
    const env = parseEnv(given);
    ok(`They are complete for APP_MODE=${env.APP_MODE}.`);
    return { env, findings: all };
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    for (const { says, todo } of error.faults) fault(says, todo ?? "See docs/operators/settings.md.");
    return { env: null, findings: all };
  }
}

const maxListed = 100;

/** What the running service found and can't solve on its own. */
export async function checkIncidents(
  databaseUrl: string,
  chains: readonly { chainId: number; name: string }[],
): Promise<Finding[]> {
  const { all, ok, warn, fault } = createFindings("incidents");
  const database = createDatabase(databaseUrl, { maxConnections: 1 });
  try {
    const open = await createIncidentStore(database, createLog("silent")).open(maxListed);
    for (const { says, todo, needsOperator } of summariseIncidents(open, chains))
      (needsOperator ? fault : warn)(says, todo);
    if (open.length === 0) ok("None is open.");
  } catch {
    // The database's own check names the cause.
    warn("We couldn't read the open incidents.", "See the lines of the database.");
  } finally {
    await database.close();
  }
  return all;
}
