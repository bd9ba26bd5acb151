/**
 * `npm run backup -- --out FILE`: all that the service keeps, as it is at one moment, in one file. The service may run
 * meanwhile. Ends with 0, or with 2 when there is no backup.
 */

import { readArguments, runProgram, UsageError } from "@/lib/operate/commands/program";
import { writeBackup } from "@/lib/platform/backup/backup.store";
import { findDatabaseUrl } from "@/lib/settings/operator-settings";
import { readMigrationState } from "@/prisma/migrate";

const usage = `Usage: npm run backup -- --out FILE
  Writes the database to FILE, which must not exist yet. The service can keep running.
  The database is that of DATABASE_URL, or the built-in one while the service runs. Keep DATA_KEY and the wallets' keys elsewhere: they are not in the file.`;

await runProgram(async (args) => {
  const { values } = readArguments(usage, { args, options: { out: { type: "string" } } });
  if (values.out === undefined) throw new UsageError("--out is missing.", usage);
  const databaseUrl = await findDatabaseUrl();
  const { applied, pending, unknown } = await readMigrationState(databaseUrl);
  if (pending.length + unknown.length > 0)
    throw new Error(
      "The database belongs to a different release. Make the backup with the release that runs.",
    );
  const counts = await writeBackup(databaseUrl, values.out, applied);
  const rows = counts.reduce((sum, table) => sum + table.rows, 0);
  console.log(`${values.out}: ${rows} rows of ${counts.length} tables.`);
  return 0;
});
