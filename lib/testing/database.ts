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
    // Its files as they are: to log each block costs four times as much.
    `CREATE DATABASE ${escapeIdentifier(name)} TEMPLATE ${escapeIdentifier(template)} STRATEGY FILE_COPY`,
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

type WorkerDatabase = TestDatabase & { database: Database; schema: string; keeper: Client };

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
        await own.keeper.query("SELECT pg_temp.empty_tables()");
        unused[kind].push(own);
      } else {
        await own.keeper.end();
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
  const keeper = await openKeeper(bySocket);
  return { ...made, database, schema: await readSchema(keeper), keeper };
}

/**
 * A connection besides those of the tests, which empties the database. Without triggers, for the ledger refuses a
 * DELETE; and on a tests' connection to switch them off would end every plan that it has.
 */
async function openKeeper(connectionString: string): Promise<Client> {
  const keeper = new Client({ connectionString });
  // A test may end every connection: the database is then removed.
  keeper.on("error", () => undefined);
  await keeper.connect();
  await keeper.query("SET session_replication_role = replica");
  const { rows } = await keeper.query<{ emptying: string }>(emptyingFunction);
  const [row] = rows;
  if (row === undefined) throw new Error("no statement to empty the database");
  await keeper.query(row.emptying);
  return keeper;
}

/** One function for all tables that have rows, and for all sequences. */
const emptyingFunction = `
  SELECT 'CREATE FUNCTION pg_temp.empty_tables() RETURNS void LANGUAGE plpgsql AS $$ BEGIN '
    || (SELECT string_agg(format('IF EXISTS (SELECT FROM %1$s) THEN DELETE FROM %1$s; END IF;', quote_ident(tablename)), ' ')
        FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations')
    || (SELECT coalesce(string_agg(format('PERFORM setval(%L, %s, false);', sequencename, start_value), ' '), '')
        FROM pg_sequences WHERE schemaname = 'public')
    || ' END $$' AS emptying`;

/** Whether the test changed rows alone: no table, index, trigger or function, and no connection of another program is left. */
async function isLeftAsFound({ database: { pool }, keeper, schema }: WorkerDatabase): Promise<boolean> {
  if (pool.idleCount !== pool.totalCount) return false;
  const found = await keeper
    .query<{ connections: number; large: boolean }>({
      name: "connections",
      text: `SELECT count(*)::int AS connections, pg_database_size(current_database()) > 40000000 AS large
        FROM pg_stat_activity WHERE datname = current_database()`,
    })
    .catch(() => null);
  const [row] = found?.rows ?? [];
  // The tests' own and the keeper.
  return row?.connections === pool.totalCount + 1 && !row.large && (await readSchema(keeper)) === schema;
}

async function readSchema(keeper: Client): Promise<string> {
  const { rows } = await keeper.query({
    name: "schema",
    text: `SELECT (SELECT sum(oid::bigint) FROM pg_class WHERE relnamespace = 'public'::regnamespace) AS relations,
      (SELECT sum(oid::bigint) FROM pg_trigger) AS triggers, (SELECT sum(oid::bigint) FROM pg_proc) AS functions,
      (SELECT sum(oid::bigint) FROM pg_constraint) AS constraints, (SELECT count(*) FROM pg_attribute WHERE NOT attisdropped) AS columns`,
  });
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
