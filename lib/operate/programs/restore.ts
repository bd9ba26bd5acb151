/**
 * `npm run restore -- --from FILE [--yes]`: brings a backup into an empty database, the one of DATABASE_URL or the
 * built-in one. Ends with 0, or with 2 when nothing was restored.
 */

import { readArguments, runProgram, UsageError } from "@/lib/operate/commands/program";
import { restoreBackup } from "@/lib/platform/backup/backup.store";
import { readDatabaseUrl } from "@/lib/platform/postgres/url";
import { hasOwnDatabase } from "@/lib/settings/environment";
import { findDatabaseUrl } from "@/lib/settings/operator-settings";
import { applyMigrations, readMigrationState } from "@/prisma/migrate";
import { startOwnPostgres } from "./own-postgres";

const usage = `Usage: npm run restore -- --from FILE [--yes]
  Restores a backup into the database of DATABASE_URL, or into the built-in one. It must be empty. Stop every instance
  first: two services with the same keys and different databases would use the same nonces.`;

await runProgram(async (args) => {
  const { values } = readArguments(usage, {
    args,
    options: { from: { type: "string" }, yes: { type: "boolean", default: false } },
  });
  if (values.from === undefined) throw new UsageError("--from is missing.", usage);
  const isOwn = hasOwnDatabase();
  if (!values.yes) {
    console.log(
      `${values.from} would be restored into ${isOwn ? "the built-in PostgreSQL" : await placeOfDatabase()}. Have you stopped every instance?\nNothing was changed. To do it, add --yes.`,
    );
    return 0;
  }
  const postgres = isOwn ? await startOwnPostgres() : null;
  const { createdAt, counts } = await restoreInto(
    postgres?.databaseUrl ?? (await findDatabaseUrl()),
    values.from,
  ).finally(() => postgres?.stop());
  const rows = counts.reduce((sum, table) => sum + table.rows, 0);
  console.log(
    [
      `Restored ${rows} rows of ${counts.length} tables from the backup of ${createdAt}.`,
      "Start one instance with the same DATA_KEY, keys and CHAINS. It reads the chains from where the backup stopped.",
      "Once /readyz answers 200: npm run reconcile, npm run incidents, and then the other instances.",
    ].join("\n"),
  );
  return 0;
});

async function placeOfDatabase(): Promise<string> {
  const { host, port, database } = readDatabaseUrl(await findDatabaseUrl());
  return `${host}:${port}/${database}`;
}

async function restoreInto(databaseUrl: string, file: string): ReturnType<typeof restoreBackup> {
  await applyMigrations(databaseUrl);
  const { applied } = await readMigrationState(databaseUrl);
  return restoreBackup(databaseUrl, file, applied);
}
