/**
 * `npm start`: the service with production settings. All settings are environment variables; without DATABASE_URL it
 * runs its own PostgreSQL under `.data/app`.
 */

import { DatabaseUnusable, databaseAdvice, ofDirectUrl } from "@/lib/platform/postgres/faults.rules";
import { buildIfNeeded } from "@/lib/platform/process/build";
import { startServerProcess } from "@/lib/platform/process/server-process";
import { claimDatabase } from "@/lib/platform/process/service-mark.store";
import { fileAdvice, StartError } from "@/lib/platform/process/start-error";
import { parseEnv } from "@/lib/settings/env";
import { environment, hasOwnDatabase } from "@/lib/settings/environment";
import { SettingsError } from "@/lib/settings/variables";
import { applyMigrations, differentDatabases, isSameDatabase, MigrationFailed } from "@/prisma/migrate";
import { startOwnPostgres } from "./own-postgres";

async function main(): Promise<number> {
  const stopRequested = new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => resolve());
  });
  const given = environment();
  const ownDatabase = hasOwnDatabase();
  // Checked before anything starts; the URL of our own database is not known yet.
  const settings = parseEnv({
    ...given,
    ...(ownDatabase ? { DATABASE_URL: "postgresql://127.0.0.1/checkout" } : {}),
  });
  const postgres = ownDatabase ? await startOwnPostgres() : null;
  try {
    const databaseUrl = postgres?.databaseUrl ?? settings.DATABASE_URL;
    // Before anything changes; the server marks a new one.
    await claimDatabase(databaseUrl, settings.APP_MODE);
    await migrate(databaseUrl, settings.DATABASE_DIRECT_URL);
    await buildIfNeeded(console.log);
    console.log("Starting the service.");
    const server = await startServerProcess({
      port: settings.PORT,
      env: { DATABASE_URL: databaseUrl },
      dev: false,
      awaits: "answer",
      onOutput: (line) => console.log(line),
    });
    console.log(`Serving ${settings.BASE_URL}`);
    const code = await Promise.race([stopRequested.then(() => 0), server.ended.then((ended) => ended ?? 1)]);
    await server.stop();
    return code;
  } finally {
    await postgres?.stop();
  }
}

/** Over the direct connection, if there is one: it must lead to the same database. */
async function migrate(databaseUrl: string, directUrl: string | undefined): Promise<void> {
  if (directUrl === undefined) return void (await applyMigrations(databaseUrl));
  try {
    await applyMigrations(directUrl);
  } catch (error) {
    throw error instanceof DatabaseUnusable
      ? new DatabaseUnusable(ofDirectUrl(error), { cause: error })
      : error;
  }
  if (!(await isSameDatabase(directUrl, databaseUrl))) throw new SettingsError(differentDatabases);
}

function isExpected(error: unknown): error is Error {
  return error instanceof StartError || error instanceof SettingsError || error instanceof MigrationFailed;
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(
      isExpected(error)
        ? error.message
        : (databaseAdvice(error, hasOwnDatabase()) ?? fileAdvice(error) ?? error),
    );
    process.exitCode = 1;
  },
);
