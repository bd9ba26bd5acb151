import type { Pool, PoolClient, QueryResult } from "pg";
import type { Database } from "@/lib/platform/database";

/** A query sent to the database. Without a name it is BEGIN, COMMIT or ROLLBACK. */
export type RecordedQuery = { name: string | undefined; text: string; values: readonly unknown[] };

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
