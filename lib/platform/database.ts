import { PrismaPg } from "@prisma/adapter-pg";
import { Pool, type PoolClient, type QueryResult, type QueryResultRow, types } from "pg";
import { type Prisma, PrismaClient } from "@/prisma/generated/client";
import { wakingAfter } from "./due-work";
import { connectionTimeoutMs, isNameRefused, PostgresClient } from "./postgres/client";
import {
  beginOf,
  idleInTransactionTimeoutMs,
  openSession,
  type Route,
  routeOf,
  setRoute,
} from "./postgres/session";
import { withTimeLimit } from "./time-limit";
import { isTraced, traced } from "./tracing";

/** What a store reads and writes with. */
export type Connections = {
  /**
   * For statements with a reason (docs/decisions/002-prisma-and-sql-with-a-reason.md), named and prepared. `int8` and
   * `numeric` are returned as bigint.
   */
  pool: Pool;
  /** For ordinary reads and writes; on the same connections. */
  prisma: PrismaClient;
};

export type Database = Connections & {
  /** How its connections reach PostgreSQL, as the newest one found. */
  route: Readonly<Route>;
  close(): Promise<void>;
};

/** A statement that every connection parses and plans once, where it may have a name. Two texts must never share a name. */
export type Statement = { name: string; text: string };

/** Runs statements: the pool, or the one connection of a transaction. */
export type Queryable = Pick<PoolClient, "query">;

const bigintTypes = new Set<number>([types.builtins.INT8, types.builtins.NUMERIC]);

/**
 * Opens the database. Connections are opened on first use, so a server that is down shows in the first query, not here.
 *
 * @param databaseUrl `postgresql://…`
 * @param maxConnections limit for the pool's and Prisma's statements together
 */
export function createDatabase(
  databaseUrl: string,
  { maxConnections, onUnnamed }: { maxConnections: number; onUnnamed?: () => void },
): Database {
  const route = observeRoute(onUnnamed);
  const pool = new Pool({
    Client: PostgresClient,
    connectionString: databaseUrl,
    max: maxConnections,
    connectionTimeoutMillis: connectionTimeoutMs,
    application_name: "stablecoin-checkout",
    // Every numeric column holds whole units; a float would lose digits.
    types: {
      getTypeParser: (id: number, format?: "text" | "binary") =>
        bigintTypes.has(id) && format !== "binary" ? BigInt : types.getTypeParser(id, format),
    },
    onConnect: (client) => openSession(client, route),
  });
  setRoute(pool, route);
  // A broken idle connection is dropped, and the next query opens another.
  pool.on("error", () => undefined);
  const prisma = new PrismaClient({
    adapter: adapterOf(pool),
    // As long as the pool's own statements wait and may take.
    transactionOptions: { maxWait: connectionTimeoutMs, timeout: idleInTransactionTimeoutMs },
  });
  return {
    pool,
    prisma,
    route,
    close: async () => {
      await prisma.$disconnect();
      await pool.end();
    },
  };
}

/** Prisma names the schema of each table, and would take "public": our statements use the first of the search path. */
function adapterOf(pool: Pool): PrismaPg {
  const options: { schema?: string } = {};
  const adapter = new PrismaPg(pool, options);
  const connect = adapter.connect.bind(adapter);
  return Object.assign(adapter, {
    connect: async () => {
      const { rows } = await pool.query<{ schema: string | null }>("SELECT current_schema() AS schema");
      options.schema = rows[0]?.schema ?? "public";
      return connect();
    },
  });
}

/** A route whose loss of names is reported once. */
function observeRoute(onUnnamed: (() => void) | undefined): Route {
  let named = true;
  return {
    pooled: null,
    get named() {
      return named;
    },
    set named(value) {
      if (named && !value) onUnnamed?.();
      named &&= value;
    },
  };
}

/** Prisma's client, or the one connection of its transaction. */
export type PrismaTransaction = Prisma.TransactionClient;

/** Runs `work` in one transaction (READ COMMITTED) of Prisma's client. Rolls back when it throws. */
export function transactByPrisma<T>(
  { prisma }: { prisma: PrismaClient },
  work: (tx: PrismaTransaction) => Promise<T>,
): Promise<T> {
  return wakingAfter((open) =>
    prisma.$transaction((tx) => {
      open(tx);
      return work(tx);
    }),
  );
}

/** Runs statements on the connection of Prisma's transaction. `numeric` columns are returned as decimal objects. */
export function statementsOf(tx: PrismaTransaction): Queryable {
  const query = async ({ text, values = [] }: { text: string; values?: unknown[] }) => ({
    rows: await tx.$queryRawUnsafe(text, ...values),
  });
  return { query } as unknown as Queryable;
}

/** Whole units of a `numeric` column, as returned by Prisma. */
export function toUnits(decimal: Prisma.Decimal): bigint {
  return BigInt(decimal.toFixed(0));
}

/** Whether a write by Prisma failed on a unique key. */
export function isTaken(error: unknown): boolean {
  return (error as { code?: unknown }).code === "P2002";
}

/** Runs a prepared statement, named where names hold, and returns its rows. */
export async function run<Row extends QueryResultRow>(
  connection: Queryable,
  statement: Statement,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const query = () => queryByName<Row>(connection, statement, [...values]);
  // Part of a trace, and never one of its own: the scanner alone asks each second.
  const { rows } = await (isTraced() ? traced(statement.name, query) : query());
  return rows;
}

/** A refused name ends all names of this pool: outside a transaction the statement runs again, without one. */
async function queryByName<Row extends QueryResultRow>(
  connection: Queryable,
  statement: Statement,
  values: unknown[],
): Promise<QueryResult<Row>> {
  const query = () => connection.query<Row>({ ...statement, values });
  try {
    return await query();
  } catch (error) {
    const route = isNameRefused(error) ? routeOf(connection) : null;
    if (route === null) throw error;
    route.named = false;
    if (connection instanceof Pool) return query();
    throw error;
  }
}

/** The column of a property: `createdAt` is stored in `created_at`. */
export function columnOf(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

const propertyNames = new Map<string, string>();

/** The property of a column: the reverse of `columnOf`. */
export function propertyOf(column: string): string {
  const known = propertyNames.get(column);
  if (known !== undefined) return known;
  const name = column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  propertyNames.set(column, name);
  return name;
}

/** The same with columns as properties: `created_at` is returned as `createdAt`. */
export async function read<Row extends object>(
  connection: Queryable,
  statement: Statement,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const rows = await run(connection, statement, values);
  return rows.map((row) => {
    const named: Record<string, unknown> = {};
    for (const column in row) named[propertyOf(column)] = row[column];
    return named as Row;
  });
}

/**
 * Runs `work` inside one transaction (READ COMMITTED) on one connection. Rolls back and rethrows when it throws; a
 * connection that cannot roll back is closed instead of reused. When a pooler refuses a statement's name, all of it is
 * rolled back and `work` runs once more, without names.
 */
export async function transact<T>(pool: Pool, work: (connection: Queryable) => Promise<T>): Promise<T> {
  try {
    return await transactOnce(pool, work);
  } catch (error) {
    if (!isNameRefused(error)) throw error;
    return transactOnce(pool, work);
  }
}

async function transactOnce<T>(pool: Pool, work: (connection: Queryable) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    return await wakingAfter(async (open) => {
      open(client);
      await client.query(beginOf(client));
      const result = await work(client);
      await client.query("COMMIT");
      return result;
    });
  } catch (error) {
    await client.query("ROLLBACK").catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

const answerWithinMs = 2_000;

/** Leases are written each second, so a disk that is still full is found again by then. */
const diskFullForMs = 10_000;

/** Whether the database answers, and takes writes; positions and rates for readiness come from their own stores. */
export type DatabaseHealth = {
  /** @throws Error when there is no answer within two seconds, or a statement just found the disk full */
  ping(): Promise<void>;
};

export function createDatabaseHealth({ pool }: Connections): DatabaseHealth {
  return {
    ping: async () => {
      const { diskFullAt = Number.NEGATIVE_INFINITY } = routeOf(pool) ?? {};
      if (Date.now() - diskFullAt < diskFullForMs) throw new Error("the database's disk is full");
      await withTimeLimit(answerWithinMs, "the database's answer", pool.query("SELECT 1"));
    },
  };
}

/**
 * Deletes one batch of rows from at or before `before`, in a transaction of its own. Each room deletes its own rows:
 * nothing about money, events or who did what.
 *
 * @returns how many were deleted
 */
export type PruneBatch = (before: Date, limit: number) => Promise<number>;

export async function countOf(batch: PromiseLike<{ count: number }>): Promise<number> {
  return (await batch).count;
}
