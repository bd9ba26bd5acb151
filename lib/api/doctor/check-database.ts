import { createDatabase } from "@/lib/platform/database";
import { createSecretBox } from "@/lib/platform/secret-box";
import { readMigrationState } from "@/prisma/migrate";
import { readDatabaseFacts, readSealedSecret, readServiceMark } from "./database-facts.store";
import { createFindings, type Finding, reasonOf } from "./finding";

/** Older ones miss what our statements use, and get no fixes any more. */
const oldestVersion = 14;
const testedVersion = 18;
/** Leases and expiry go by the database's clock, chains by their own. */
const clockOffMs = 5_000;

export type DatabaseSettings = {
  databaseUrl: string;
  mode: string;
  /** Null where the settings have none that can be read. */
  dataKey: Buffer | null;
  previousDataKey: Buffer | null;
  poolSize: number;
};

/** The database: that it answers, version, rights, migrations, clock, connections, and whose it is. */
export async function checkDatabase(settings: DatabaseSettings): Promise<Finding[]> {
  const { all, ok, warn, fault } = createFindings("database");
  const database = createDatabase(settings.databaseUrl, { maxConnections: 1 });
  try {
    const facts = await readDatabaseFacts(database);
    const version = Math.floor(facts.versionNumber / 10_000);
    if (version < oldestVersion)
      fault(
        `It is PostgreSQL ${version}.`,
        `Upgrade it to ${testedVersion}; ${oldestVersion} is the oldest that works.`,
      );
    else if (version < testedVersion)
      warn(`It is PostgreSQL ${version}.`, `The service is tested with ${testedVersion}; plan the upgrade.`);
    else ok(`PostgreSQL ${version} answers.`);
    if (facts.encoding !== "UTF8")
      fault(
        `Its encoding is ${facts.encoding}.`,
        "Create a database with ENCODING 'UTF8' and move the data there.",
      );

    const offMs = facts.now.getTime() - Date.now();
    if (Math.abs(offMs) > clockOffMs)
      fault(
        `Its clock and this machine's differ by ${Math.round(Math.abs(offMs) / 1_000)} s.`,
        "Have both machines keep time by NTP: checkouts expire and leases end by these clocks.",
      );
    else ok("Its clock agrees with this machine's.");

    if (!facts.mayCreate || facts.foreignTables > 0)
      fault(
        facts.mayCreate
          ? `${facts.foreignTables} of its tables belong to another user.`
          : "This user may not create tables.",
        "Make the user of DATABASE_URL the owner of the database and of its tables: migrations change both.",
      );
    else ok("This user may migrate it.");

    // Superusers' places and a command's own beside the service's pool.
    const needed = settings.poolSize + 5;
    if (facts.maxConnections < needed)
      fault(
        `It gives ${facts.maxConnections} connections, and DATABASE_POOL_SIZE is ${settings.poolSize}.`,
        "Raise max_connections of PostgreSQL, or lower DATABASE_POOL_SIZE; each instance has a pool of its own.",
      );

    await checkMigrations(settings.databaseUrl);
  } catch (error) {
    fault(
      `It does not answer: ${reasonOf(error)}.`,
      "Check host, port, user, password and database of DATABASE_URL, and that this machine may connect.",
    );
    return all;
  } finally {
    await database.close();
  }
  return all;

  async function checkMigrations(databaseUrl: string): Promise<void> {
    const { pending, failed, unknown } = await readMigrationState(databaseUrl);
    if (failed.length > 0)
      return fault(
        `The migration ${failed.join(", ")} failed half-way.`,
        "Restore the backup made before the upgrade (docs/operators/backup-and-restore.md), then start the release again.",
      );
    if (unknown.length > 0)
      return fault(
        `It was migrated by a newer release (${unknown.join(", ")}).`,
        "Run that release or a later one; an older one does not know these tables.",
      );
    if (pending.length > 0)
      return warn(
        `${pending.length} migrations are not applied yet.`,
        "npm start applies them. Make a backup first.",
      );
    ok("Every migration is applied.");
    await checkOwner();
  }

  async function checkOwner(): Promise<void> {
    const mark = await readServiceMark(database);
    if (mark !== null && (mark === "production") !== (settings.mode === "production"))
      fault(
        `It belongs to a service with APP_MODE=${mark}, and this one has ${settings.mode}.`,
        "Name another database in DATABASE_URL.",
      );
    const sample = settings.dataKey === null ? null : await readSealedSecret(database);
    if (sample === null || settings.dataKey === null) return;
    const opens = (key: Buffer | null) => key !== null && canOpen(key, sample);
    if (opens(settings.dataKey)) ok("DATA_KEY opens what is kept under it.");
    else if (opens(settings.previousDataKey))
      warn(
        "Secrets are still kept under DATA_KEY_PREVIOUS.",
        "Once every instance has the new DATA_KEY: npm run rotate-data-key",
      );
    else
      fault(
        "DATA_KEY does not open what is kept in this database.",
        "Set the DATA_KEY under which the service ran before. Without it no webhook can be signed.",
      );
  }
}

function canOpen(key: Buffer, { sealed, owner }: { sealed: string; owner: string }): boolean {
  try {
    createSecretBox(key).open(sealed, owner);
    return true;
  } catch {
    return false;
  }
}
