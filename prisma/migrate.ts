/**
 * Makes migrations with Prisma's own schema engine, without its downloaded executable, and applies them.
 * It keeps `_prisma_migrations` as `prisma migrate` does, so that `prisma migrate deploy` may take over.
 *
 *     tsx prisma/migrate.ts deploy           apply what is not applied yet to DATABASE_DIRECT_URL or DATABASE_URL
 *     tsx prisma/migrate.ts create <name>    write the step from the migrations to the schema
 *     tsx prisma/migrate.ts check            fail when schema and migrations disagree
 *
 * `create` and `check` build a throw-away database; without DATABASE_URL they start a server for it.
 * What a Prisma schema cannot say (CHECKs, partial indexes) is written by hand at a migration's end. Functions and triggers
 * stand in lib, each beside the store that relies on it, and are put in place whenever their text has changed.
 */
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { MigrationList, SchemasContainer } from "@prisma/schema-engine-wasm/schema_engine_bg";
import type { Client } from "pg";
import { withClient } from "@/lib/platform/postgres/client";
import { databaseAdvice } from "@/lib/platform/postgres/faults.rules";
import { withSchemaEngine } from "@/prisma/schema-engine";

const schemaFolder = fileURLToPath(new URL("./schema", import.meta.url));
const migrationsFolder = fileURLToPath(new URL("./migrations", import.meta.url));
const root = fileURLToPath(new URL("..", import.meta.url));

/** Functions, and the triggers that call them: each file may run again. Later ones may use earlier ones. */
export const functionFiles = [
  "lib/platform/ids.sql",
  "lib/platform/append-only.sql",
  "lib/payments/ledger.sql",
  "lib/api/limits/take-limits.sql",
  "lib/checkouts/dashboard/checkout-search.sql",
];
const functionsPrefix = "functions_";

/** What version 0.1.0 applied became one migration (spec D22): a database that has the last of them is at it. */
const baseline = { name: "20261128210000_baseline", isAfter: "20261128164000_money_after_refunds" };

/** Any constant: this advisory lock serialises migrations of a database. */
const migrationLockKey = 5_417_036_021;
const lockTimeoutMs = 120_000;

const lockFileName = "migration_lock.toml";
const lockFileContent = '# Which kind of database these migrations are for.\nprovider = "postgresql"\n';

const noFilter = { externalTables: [], externalEnums: [] };

export interface MigrationFolders {
  /** Folder of `*.prisma` files. */
  schemaDir?: string;
  /** Folder of `<timestamp>_<name>/migration.sql`. */
  migrationsDir?: string;
}

interface Migration {
  name: string;
  script: string;
}

/** A migration that was not applied; nothing of it is left, and nothing is applied after it. */
export class MigrationFailed extends Error {
  override readonly name = "MigrationFailed";
}

/**
 * Applies every migration that the database lacks, in order, each in a transaction of its own. Concurrent instances
 * wait for each other, also behind a transaction pooler; each migration is applied once.
 *
 * @returns the names just applied, oldest first.
 * @throws MigrationFailed
 */
export async function applyMigrations(
  databaseUrl: string,
  { migrationsDir = migrationsFolder }: MigrationFolders = {},
): Promise<string[]> {
  const migrations = await readSteps(migrationsDir);
  return withClient({ connectionString: databaseUrl }, async (client) => {
    const applied: string[] = [];
    // One look first: usually there is nothing to do, and nothing to wait for.
    const known = new Set((await readRecords(client)).filter(({ done }) => done).map(({ name }) => name));
    for (const migration of migrations)
      if (!known.has(migration.name) && (await applyOnce(client, migration))) applied.push(migration.name);
    return applied;
  });
}

/**
 * The lock, the script and its record are one transaction: a killed process leaves nothing, and a lock of the session
 * would stay on a pooler's connection. @returns false when another instance was first
 */
async function applyOnce(client: Client, { name, script }: Migration): Promise<boolean> {
  try {
    await client.query(
      `BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0;
       SET LOCAL lock_timeout = ${lockTimeoutMs}`,
    );
    await client.query("SELECT pg_advisory_xact_lock($1)", [migrationLockKey]);
    await client.query("SET LOCAL lock_timeout = 0");
    await client.query(createRecords);
    const all = await readRecords(client);
    const records = all.filter((record) => record.name === name);
    if (records.some(({ done }) => done)) {
      await client.query("ROLLBACK");
      return false;
    }
    if (records.length > 0)
      throw new Error("an earlier release recorded that it failed half-way; see npm run doctor");
    const isAtBaseline =
      name === baseline.name && all.some((record) => record.name === baseline.isAfter && record.done);
    if (name === baseline.name && all.length > 0 && !isAtBaseline)
      throw new Error("this database is of an older version. Start version 0.1.0 first, then this one.");
    // One simple query: the server splits the script itself.
    if (!isAtBaseline) await client.query(script);
    // Of the functions, those that are in place now.
    if (name.startsWith(functionsPrefix))
      await client.query("DELETE FROM _prisma_migrations WHERE migration_name LIKE $1", [
        `${functionsPrefix}%`,
      ]);
    const checksum = createHash("sha256").update(script).digest("hex");
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`,
      [crypto.randomUUID(), checksum, name],
    );
    await client.query("COMMIT");
    return true;
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined);
    const reason = databaseAdvice(error, false) ?? (error instanceof Error ? error.message : String(error));
    throw new MigrationFailed(`The migration ${name} failed: ${reason}`, { cause: error });
  }
}

/** As Prisma makes it. */
const createRecords = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum VARCHAR(64) NOT NULL,
    finished_at TIMESTAMPTZ,
    migration_name VARCHAR(255) NOT NULL,
    logs TEXT,
    rolled_back_at TIMESTAMPTZ,
    started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count INTEGER NOT NULL DEFAULT 0
  )`;

export const differentDatabases =
  "DATABASE_DIRECT_URL and DATABASE_URL lead to different databases. DATABASE_DIRECT_URL is the same database without the pooler.";

/** Whether two addresses lead to one migrated database: the ids of its records are random. */
export async function isSameDatabase(...databaseUrls: readonly [string, string]): Promise<boolean> {
  const [one, other] = await Promise.all(
    databaseUrls.map((connectionString) => withClient({ connectionString }, readRecords)),
  );
  return JSON.stringify(one) === JSON.stringify(other);
}

async function readRecords(client: Client): Promise<{ id: string; name: string; done: boolean }[]> {
  const exists = await client.query("SELECT to_regclass('_prisma_migrations') IS NOT NULL AS yes");
  if (exists.rows[0]?.yes !== true) return [];
  const { rows } = await client.query<{ id: string; name: string; done: boolean }>(
    `SELECT id, migration_name AS name, finished_at IS NOT NULL AS done FROM _prisma_migrations
     WHERE rolled_back_at IS NULL ORDER BY started_at`,
  );
  return rows;
}

/** Which migrations a database has: what this release would apply, what failed, and what it does not know. */
export async function readMigrationState(
  databaseUrl: string,
  { migrationsDir = migrationsFolder }: MigrationFolders = {},
): Promise<{ applied: string[]; pending: string[]; failed: string[]; unknown: string[] }> {
  const own = (await readSteps(migrationsDir)).map(({ name }) => name);
  // Those that the baseline replaced say nothing more.
  const records = (await withClient({ connectionString: databaseUrl }, readRecords)).filter(
    (record, _, all) => record.name >= baseline.name || !all.some(({ name }) => name === baseline.name),
  );
  const applied = new Set(records.filter(({ done }) => done).map(({ name }) => name));
  return {
    applied: [...applied].sort(),
    pending: own.filter((name) => !applied.has(name)),
    failed: records.filter(({ done }) => !done).map(({ name }) => name),
    unknown: [...applied].filter((name) => !own.includes(name) && !name.startsWith(functionsPrefix)),
  };
}

/**
 * The SQL from the migrations to the schema: empty exactly when they match. It does not see CHECKs and triggers, and
 * ignores partial indexes that only a migration defines.
 *
 * @param serverUrl a database on a server where this user may create a throw-away one.
 */
export async function diffMigrationsToSchema(
  serverUrl: string,
  { schemaDir = schemaFolder, migrationsDir = migrationsFolder }: MigrationFolders = {},
): Promise<string> {
  const [schema, migrations] = await Promise.all([readSchema(schemaDir), readMigrations(migrationsDir)]);
  return withSchemaEngine(serverUrl, async (engine) => {
    const { stdout } = await engine.diff({
      from: { tag: "migrations", ...migrations },
      to: { tag: "schemaDatamodel", ...schema },
      script: true,
      exitCode: null,
      filters: noFilter,
    });
    return isEmptyScript(stdout ?? "") ? "" : (stdout ?? "");
  });
}

/**
 * Writes `<timestamp>_<name>/migration.sql` with the step from the migrations to the schema.
 * @returns the file's path, or null when there is nothing to change.
 */
export async function createMigration({
  name,
  serverUrl,
  schemaDir = schemaFolder,
  migrationsDir = migrationsFolder,
}: MigrationFolders & { name: string; serverUrl: string }): Promise<string | null> {
  if (!/^[a-z][a-z0-9_]*$/.test(name))
    throw new Error(`A migration's name is like add_payment_links, not "${name}".`);
  const script = await diffMigrationsToSchema(serverUrl, { schemaDir, migrationsDir });
  if (script === "") return null;
  const timestamp = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
  const folder = path.join(migrationsDir, `${timestamp}_${name}`);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(migrationsDir, lockFileName), lockFileContent);
  const file = path.join(folder, "migration.sql");
  await writeFile(file, script);
  return file;
}

async function readSchema(folder: string): Promise<SchemasContainer> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".prisma")).sort();
  const files = names.map(async (name) => ({
    path: path.join(folder, name),
    content: await readFile(path.join(folder, name), "utf8"),
  }));
  return { files: await Promise.all(files) };
}

async function readMigrations(folder: string): Promise<MigrationList> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const directories = names.sort().map(async (name) => ({
    path: name,
    migrationFile: {
      path: "migration.sql",
      content: {
        tag: "ok" as const,
        value: await readFile(path.join(folder, name, "migration.sql"), "utf8"),
      },
    },
  }));
  return {
    baseDir: folder,
    // Not read from the folder: it is missing before the first migration, and the engine needs it.
    lockfile: { path: lockFileName, content: lockFileContent },
    shadowDbInitScript: "",
    migrationDirectories: await Promise.all(directories),
  };
}

/** The migrations of a folder in order; behind this project's own, its functions as one more, named by their text. */
async function readSteps(folder: string): Promise<Migration[]> {
  const { migrationDirectories } = await readMigrations(folder);
  const steps = migrationDirectories.map(({ path: name, migrationFile }) => ({
    name,
    script: migrationFile.content.value,
  }));
  if (folder !== migrationsFolder) return steps;
  const texts = await Promise.all(functionFiles.map((file) => readFile(path.join(root, file), "utf8")));
  const script = texts.join("\n");
  const digest = createHash("sha256").update(script).digest("hex").slice(0, 12);
  return [...steps, { name: functionsPrefix + digest, script }];
}

function isEmptyScript(script: string): boolean {
  return script.split("\n").every((line) => line.trim() === "" || line.startsWith("--"));
}

async function main([command, name]: string[]): Promise<void> {
  const databaseUrl = process.env.DATABASE_DIRECT_URL || process.env.DATABASE_URL;
  switch (command) {
    case "deploy": {
      if (!databaseUrl) throw new Error("Set DATABASE_URL to the database that is to be migrated.");
      const applied = await applyMigrations(databaseUrl);
      console.log(applied.length === 0 ? "Nothing to apply." : `Applied: ${applied.join(", ")}`);
      return;
    }
    case "create": {
      if (!name) throw new Error("Name the migration: tsx prisma/migrate.ts create add_payment_links");
      const file = await withServer(databaseUrl, (serverUrl) => createMigration({ name, serverUrl }));
      console.log(file === null ? "Schema and migrations agree: nothing to create." : `Wrote ${file}`);
      return;
    }
    case "check": {
      const difference = await withServer(databaseUrl, (serverUrl) => diffMigrationsToSchema(serverUrl));
      if (difference !== "")
        throw new Error(`The migrations do not lead to the schema. Missing:\n\n${difference}`);
      console.log("Schema and migrations agree.");
      return;
    }
    default:
      throw new Error("Usage: tsx prisma/migrate.ts deploy | create <name> | check");
  }
}

async function withServer<T>(
  databaseUrl: string | undefined,
  use: (serverUrl: string) => Promise<T>,
): Promise<T> {
  if (databaseUrl) return use(databaseUrl);
  const { startEmbeddedPostgres, testPostgresSettings } = await import(
    "@/lib/platform/process/embedded-postgres"
  );
  const folder = await mkdtemp(path.join(tmpdir(), "checkout-migrate-"));
  const server = await startEmbeddedPostgres({
    dataDir: path.join(folder, "postgres"),
    database: "migrate",
    settings: testPostgresSettings,
  });
  try {
    return await use(server.databaseUrl);
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  main(process.argv.slice(2)).catch((error: unknown) => {
    console.error(databaseAdvice(error, false) ?? (error instanceof Error ? error.message : error));
    process.exitCode = 1;
  });
}
