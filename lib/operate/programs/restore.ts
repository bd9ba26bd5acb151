/**
 * `npm run restore -- --from FILE [--yes]`: brings a backup into the empty database that DATABASE_URL names. Ends with 0,
 * or with 2 when nothing was restored.
 */

import { readArguments, runProgram, UsageError } from "@/lib/operate/commands/program";
import { restoreBackup } from "@/lib/platform/backup/backup.store";
import { readDatabaseUrl } from "@/lib/platform/postgres/url";
import { findDatabaseUrl } from "@/lib/settings/operator-settings";
import { applyMigrations, readMigrationState } from "@/prisma/migrate";

const usage = `Usage: npm run restore -- --from FILE [--yes]
  Restores a backup into the database of DATABASE_URL, which must be empty. Stop every instance first: two services
  with the same keys and different databases would use the same nonces.`;

await runProgram(async (args) => {
  const { values } = readArguments(usage, {
    args,
    options: { from: { type: "string" }, yes: { type: "boolean", default: false } },
  });
  if (values.from === undefined) throw new UsageError("--from is missing.", usage);
  const databaseUrl = await findDatabaseUrl();
  const { host, port, database } = readDatabaseUrl(databaseUrl);
  if (!values.yes) {
    console.log(
      `${values.from} would be restored into ${host}:${port}/${database}. Have you stopped every instance?\nNothing was changed. To do it, add --yes.`,
    );
    return 0;
  }
  await applyMigrations(databaseUrl);
  const { applied } = await readMigrationState(databaseUrl);
  const { createdAt, counts } = await restoreBackup(databaseUrl, values.from, applied);
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
