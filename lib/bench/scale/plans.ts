import { Client, type Pool, type PoolClient, type QueryResult } from "pg";
import type { Database } from "@/lib/platform/database";

/** How PostgreSQL runs one of the service's statements. */
export type Plan = {
  /** The prepared statement's name, or the look that sends one without a name. */
  name: string;
  ms: number;
  /** Text of auto_explain, for the statement and its triggers. */
  text: string;
  /** Big tables that it reads from end to end. */
  sequentialScans: string[];
  /** Indexes that it may read. */
  indexes: string[];
};

/** PostgreSQL decides after five executions whether a prepared statement keeps one plan for all values. */
const executions = 7;
/** A table of fewer rows is read as fast from end to end. */
const bigRows = 5_000;

/**
 * Runs the statements in their order as often as it takes for their plans to be settled, as the service does,
 * prepared and with the values they had, and each time takes back what they wrote. The database must be as it was
 * before they were recorded.
 *
 * @returns the last plan of each, in the order in which they were first seen
 */
export async function readPlans(databaseUrl: string, queries: readonly RecordedQuery[]): Promise<Plan[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    let told: string[] = [];
    client.on("notice", ({ message }) => told.push(message ?? ""));
    await client.query("LOAD 'auto_explain'");
    await client.query(`
      SET auto_explain.log_min_duration = 0; SET auto_explain.log_level = 'notice';
      SET auto_explain.log_analyze = on; SET auto_explain.log_buffers = off;
      SET auto_explain.log_nested_statements = on; SET auto_explain.log_parameter_max_length = 80; SET TIME ZONE 'UTC'`);
    const bigTables = await readBigTables(client);
    const plans = new Map<string, Plan>();
    for (let execution = 0; execution < executions; execution++) {
      await client.query("BEGIN");
      for (const { name, text, values, look } of queries) {
        const title = name ?? look;
        if (title === undefined) {
          // Not the bounds of the transactions that they ran in.
          if (text.startsWith("SET LOCAL")) await client.query(text);
          continue;
        }
        told = [];
        await client.query({ ...(name === undefined ? {} : { name }), text, values: [...values] });
        // Only the next statement ends this one's portal, and with that its plan is told.
        await client.query("SET application_name = 'plans'");
        plans.set(title, toPlan(title, told, bigTables));
      }
      await client.query("ROLLBACK");
    }
    return [...plans.values()];
  } finally {
    await client.end();
  }
}

/** A statement's own plan comes last, behind those of its triggers, of which each is kept once. */
function toPlan(name: string, notices: readonly string[], bigTables: ReadonlySet<string>): Plan {
  const plans = notices.filter((notice) => notice.includes("plan:"));
  const own = plans.at(-1) ?? "";
  const nested = new Map(plans.slice(0, -1).map((plan) => [queryText(plan), plan]));
  const text = [own, ...nested.values()].join("\n");
  const scanned = [...text.matchAll(/Seq Scan on (\w+)/g)].flatMap(([, table = ""]) =>
    bigTables.has(table) ? [table] : [],
  );
  return {
    name,
    ms: Number(/^duration: ([\d.]+) ms/.exec(own)?.[1] ?? Number.NaN),
    text,
    sequentialScans: [...new Set(scanned)],
    indexes: [
      ...new Set(
        [...text.matchAll(/(?:using|Index Scan on) (\w+_(?:idx|pkey|key))/g)].map(([, index = ""]) => index),
      ),
    ],
  };
}

function queryText(plan: string): string {
  return /Query Text: (.*)/.exec(plan)?.[1] ?? plan;
}

async function readBigTables(client: Client): Promise<Set<string>> {
  const { rows } = await client.query<{ relname: string }>(
    "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND reltuples >= $1",
    [bigRows],
  );
  return new Set(rows.map(({ relname }) => relname));
}

/** A query sent to the database. Without a name it is unprepared, or BEGIN, COMMIT or ROLLBACK. */
export type RecordedQuery = {
  name: string | undefined;
  text: string;
  values: readonly unknown[];
  /** What sends it, for one without a name. */
  look?: string;
};

export type Recorder = {
  /** The same database, every statement on which is kept. */
  database: Database;
  /** Queries since the last call. */
  take(): RecordedQuery[];
};

type Config = string | { name?: string; text: string; values?: unknown[] };

/** Keeps the statements that the adapters send, in their order, with their values. */
export function recordQueries(database: Database): Recorder {
  let queries: RecordedQuery[] = [];
  const keep = (config: Config) => {
    queries.push(
      typeof config === "string"
        ? { name: undefined, text: config, values: [] }
        : { name: config.name, text: config.text, values: config.values ?? [] },
    );
  };
  const pool: Pool = Object.create(database.pool, {
    query: {
      value: (config: Config): Promise<QueryResult> => {
        keep(config);
        return database.pool.query(config);
      },
    },
    connect: {
      value: async (): Promise<PoolClient> => {
        const client = await database.pool.connect();
        return Object.create(client, {
          query: {
            value: (config: Config): Promise<QueryResult> => {
              keep(config);
              return client.query(config);
            },
          },
          release: { value: (error?: Error) => client.release(error) },
        });
      },
    },
  });
  return {
    database: { ...database, pool },
    take: () => {
      const taken = queries;
      queries = [];
      return taken;
    },
  };
}
