import { createDatabase } from "@/lib/platform/database";
import {
  connectionFault,
  type DatabaseFault,
  databaseFault,
  ofDirectUrl,
  ofOwnDatabase,
} from "@/lib/platform/postgres/faults.rules";
import { majorVersion, serverFault, testedVersion } from "@/lib/platform/postgres/server.rules";
import { WrongDatabase } from "@/lib/platform/process/service-mark.store";
import { createSecretBox } from "@/lib/platform/secret-box";
import { differentDatabases, isSameDatabase, readMigrationState } from "@/prisma/migrate";
import { readDatabaseFacts, readSealedSecret, readServiceMark } from "./database-facts.store";
import { createFindings, type Finding, reasonOf } from "./finding";

/** Leases and expiry go by the database's clock, chains by their own. */
const clockOffMs = 5_000;

export type DatabaseSettings = {
  databaseUrl: string;
  /** It is the built-in PostgreSQL. */
  isOwn: boolean;
  /** The same database without the pooler; null where no setting names it. */
  directUrl: string | null;
  mode: string;
  /** Null where the settings have none that can be read. */
  dataKey: Buffer | null;
  previousDataKey: Buffer | null;
  poolSize: number;
};

/** The database: that it answers, version, rights, migrations, clock, connections, and whose it is. */
export async function checkDatabase(settings: DatabaseSettings): Promise<Finding[]> {
  const { all, ok, warn, fault } = createFindings("database");
  const refuse = (cause: DatabaseFault) => {
    const { says, todo } = settings.isOwn ? ofOwnDatabase(cause) : cause;
    fault(says, todo);
  };
  const database = createDatabase(settings.databaseUrl, { maxConnections: 1 });
  try {
    const facts = await readDatabaseFacts(database);
    const unusable = serverFault(facts);
    if (unusable !== null) {
      refuse(unusable);
      return all;
    }
    const version = majorVersion(facts);
    if (version < testedVersion)
      warn(`It is PostgreSQL ${version}.`, `The service is tested with ${testedVersion}; plan the upgrade.`);
    else ok(`PostgreSQL ${version} responds.`);
    checkRoute(facts.timeZone);

    const offMs = facts.now.getTime() - Date.now();
    if (Math.abs(offMs) > clockOffMs)
      fault(
        `Its clock and this machine's differ by ${Math.round(Math.abs(offMs) / 1_000)} s.`,
        "Turn on NTP on both machines: checkouts and leases expire by these clocks.",
      );
    else ok("Its clock agrees with this machine's.");

    if (!facts.mayCreate || facts.foreignTables > 0)
      fault(
        facts.mayCreate
          ? `${facts.foreignTables} of its tables belong to another user.`
          : "This user can't create tables.",
        "Make the user of DATABASE_URL the owner of the database and of its tables: migrations change both.",
      );
    else ok("This user can migrate it.");

    // Superusers' places and a command's own beside the service's pool.
    const needed = settings.poolSize + 5;
    if (facts.maxConnections < needed)
      fault(
        `It allows ${facts.maxConnections} connections, and DATABASE_POOL_SIZE is ${settings.poolSize}.`,
        "Raise PostgreSQL's max_connections, or lower DATABASE_POOL_SIZE. Each instance has its own pool.",
      );

    await checkMigrations(settings.databaseUrl);
  } catch (error) {
    refuse(
      databaseFault(error) ?? {
        says: `Its check failed: ${reasonOf(error)}.`,
        todo: "Look into PostgreSQL's log for the reason.",
      },
    );
    return all;
  } finally {
    await database.close();
  }
  if (settings.directUrl !== null) await checkDirect(settings.directUrl);
  return all;

  /** What a pooler in between costs. */
  function checkRoute(timeZone: string): void {
    const schema = new URLSearchParams(settings.databaseUrl.split("?")[1]).get("schema") ?? "public";
    if (schema !== "public")
      warn(
        "schema= in DATABASE_URL is not read.",
        "Set the schema for the user: ALTER ROLE user SET search_path = schema.",
      );
    const { pooled, named } = database.route;
    if (!pooled) return;
    if (named) ok("A pooler is in between; it keeps prepared statements.");
    else
      warn(
        "The pooler doesn't keep prepared statements apart, so PostgreSQL plans every statement anew.",
        "Use session mode, or PgBouncer 1.21 or newer with max_prepared_statements above 0.",
      );
    if (!/^(?:UTC|GMT|Etc\/UTC)$/.test(timeZone))
      warn(
        `A session's time zone is ${timeZone} at first, and some poolers lose a changed one.`,
        "Set it for the user: ALTER ROLE user SET timezone = 'UTC'.",
      );
    if (settings.directUrl === null)
      warn(
        "A pooler drops notifications: changes by npm run admin take up to a minute.",
        "Set DATABASE_DIRECT_URL to the database's own address.",
      );
  }

  async function checkDirect(directUrl: string): Promise<void> {
    try {
      if (await isSameDatabase(directUrl, settings.databaseUrl)) ok("DATABASE_DIRECT_URL leads to it, too.");
      else fault(differentDatabases, "Correct DATABASE_DIRECT_URL.");
    } catch (error) {
      const { says, todo } = ofDirectUrl(connectionFault(error));
      fault(`DATABASE_DIRECT_URL: ${says}`, todo);
    }
  }

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
        "Run that release or a later one.",
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
      refuse(new WrongDatabase(mark, settings.mode));
    const sample = settings.dataKey === null ? null : await readSealedSecret(database);
    if (sample === null || settings.dataKey === null) return;
    const opens = (key: Buffer | null) => key !== null && canOpen(key, sample);
    if (opens(settings.dataKey)) ok("DATA_KEY decrypts the stored secrets.");
    else if (opens(settings.previousDataKey))
      warn(
        "DATA_KEY_PREVIOUS still encrypts some secrets.",
        "Once every instance has the new DATA_KEY, run npm run rotate-data-key.",
      );
    else
      fault(
        "DATA_KEY doesn't decrypt the secrets in this database.",
        "Set the DATA_KEY that the service used before. Without it, the service can't sign webhooks.",
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
