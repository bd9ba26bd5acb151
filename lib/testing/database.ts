import { Client, escapeIdentifier } from "pg";
import { inject } from "vitest";
import { createDatabase, type Database } from "@/lib/platform/database";
import { awkwardLogs } from "./world/awkward-logs";
import { twins } from "./world/twins";

export interface TestDatabase {
  databaseUrl: string;
  /** Closes every connection to it and removes it. */
  drop(): Promise<void>;
}

/** A database of the test's own with the schema and no rows (`empty`: without the schema). For integration tests only. */
export async function createTestDatabase({ empty = false }: { empty?: boolean } = {}): Promise<TestDatabase> {
  const adminUrl = inject("postgresAdminUrl");
  const name = `test_${crypto.randomUUID()}`;
  const template = empty ? "template0" : inject("postgresTemplate");
  await administer(
    adminUrl,
    `CREATE DATABASE ${escapeIdentifier(name)} TEMPLATE ${escapeIdentifier(template)}`,
  );
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return {
    databaseUrl: url.href,
    drop: () => administer(adminUrl, `DROP DATABASE IF EXISTS ${escapeIdentifier(name)} WITH (FORCE)`),
  };
}

export interface LentDatabase {
  database: Database;
  databaseUrl: string;
  /** Empties it for the next test, or removes it when the test left more behind than rows. */
  giveBack(): Promise<void>;
}

type WorkerDatabase = TestDatabase & { database: Database; schema: string; emptying: string };

/** Databases of this worker that no test uses. Their connections stay open: caches and prepared plans stay warm. */
const unused = { awkward: [] as WorkerDatabase[], tidy: [] as WorkerDatabase[] };

export type Tidiness = {
  /** Why the test needs a world in which nothing happened but what it does itself. By default the world is awkward. */
  tidy?: string | undefined;
};

/** Lends a migrated database without rows, with open connections. Awkward, unless a test says why not. */
export async function lendTestDatabase({ tidy }: Tidiness = {}): Promise<LentDatabase> {
  const kind = tidy === undefined ? "awkward" : "tidy";
  const own = unused[kind].pop() ?? (await openWorkerDatabase(kind));
  return {
    database: own.database,
    databaseUrl: own.databaseUrl,
    giveBack: async () => {
      if (await isLeftAsFound(own)) {
        await own.database.pool.query(own.emptying);
        unused[kind].push(own);
      } else {
        await own.database.close();
        await own.drop();
      }
    },
  };
}

/** Whether an id is of a row that the test itself wrote, of which no awkward one is the shadow. */
const ownRows = `CREATE FUNCTION own(id text) RETURNS boolean LANGUAGE sql AS $$
  SELECT id NOT LIKE '%\\_zz%' AND id NOT LIKE 'orphan\\_%' $$`;

async function openWorkerDatabase(kind: keyof typeof unused): Promise<WorkerDatabase> {
  const made = await createTestDatabase();
  const bySocket = `${made.databaseUrl}?host=${encodeURIComponent(inject("postgresSocketFolder"))}`;
  const database = createDatabase(bySocket, { maxConnections: 10 });
  await database.pool.query(ownRows);
  if (kind === "awkward") await database.pool.query(awkwardLogs + twins);
  const { rows } = await database.pool.query<{ emptying: string }>(emptyingStatement);
  const [row] = rows;
  if (row === undefined) throw new Error("no statement to empty the database");
  return { ...made, database, schema: await readSchema(database), emptying: row.emptying };
}

/** One statement for all tables that have rows, and for all sequences. Without triggers: the ledger refuses a DELETE. */
const emptyingStatement = `
  SELECT 'SET LOCAL session_replication_role = replica; DO $$ BEGIN '
    || (SELECT string_agg(format('IF EXISTS (SELECT FROM %1$s) THEN DELETE FROM %1$s; END IF;', quote_ident(tablename)), ' ')
        FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations')
    || (SELECT coalesce(string_agg(format('PERFORM setval(%L, %s, false);', sequencename, start_value), ' '), '')
        FROM pg_sequences WHERE schemaname = 'public')
    || ' END $$' AS emptying`;

/** Whether the test changed rows alone: no table, index, trigger or function, and no connection of another program is left. */
async function isLeftAsFound(own: WorkerDatabase): Promise<boolean> {
  const { pool } = own.database;
  if (pool.idleCount !== pool.totalCount) return false;
  const { rows } = await pool.query<{ others: bigint; large: boolean }>(`
    SELECT count(*) - ${pool.totalCount} AS others, pg_database_size(current_database()) > 40000000 AS large
    FROM pg_stat_activity WHERE datname = current_database()`);
  const [found] = rows;
  return found?.others === 0n && !found.large && (await readSchema(own.database)) === own.schema;
}

async function readSchema({ pool }: Database): Promise<string> {
  const { rows } = await pool.query(`
    SELECT (SELECT sum(oid::bigint) FROM pg_class WHERE relnamespace = 'public'::regnamespace) AS relations,
      (SELECT sum(oid::bigint) FROM pg_trigger) AS triggers, (SELECT sum(oid::bigint) FROM pg_proc) AS functions,
      (SELECT sum(oid::bigint) FROM pg_constraint) AS constraints, (SELECT count(*) FROM pg_attribute WHERE NOT attisdropped) AS columns`);
  return String(Object.values(rows[0] ?? {}));
}

async function administer(adminUrl: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
