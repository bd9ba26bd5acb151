/**
 * Prisma's schema engine from its npm package: WebAssembly, which the `prisma` command would otherwise download as an
 * executable.
 */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { PrismaPg } from "@prisma/adapter-pg";
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  DriverAdapterError,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlQuery,
} from "@prisma/driver-adapter-utils";
import * as engineBindings from "@prisma/schema-engine-wasm/schema_engine_bg";
import {
  DatabaseError,
  escapeIdentifier,
  Pool,
  type PoolConfig,
  type QueryArrayConfig,
  type QueryArrayResult,
} from "pg";
import { PostgresClient, withClient } from "@/lib/platform/postgres/client";
import { readDatabaseUrl } from "@/lib/platform/postgres/url";

/** Type ids in PostgreSQL's catalogue. */
const charTypeId = 18;
const textTypeId = 25;

let loadedEngine: Promise<void> | undefined;

/** The package's entry imports its .wasm as a module, which Node does not do without a flag. */
function loadEngine(): Promise<void> {
  loadedEngine ??= (async () => {
    const require = createRequire(import.meta.url);
    const bindings = require.resolve("@prisma/schema-engine-wasm/schema_engine_bg");
    const module = await WebAssembly.compile(
      await readFile(path.join(path.dirname(bindings), "schema_engine_bg.wasm")),
    );
    const { exports } = await WebAssembly.instantiate(module, {
      "./schema_engine_bg.js": { ...engineBindings },
    });
    engineBindings.__wbg_set_wasm(exports);
    Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: { set_message: throwPanic } });
    if (typeof exports.__wbindgen_start === "function") exports.__wbindgen_start();
  })();
  return loadedEngine;
}

/** The engine reports a panic here before it stops; otherwise we would see only "unreachable". */
function throwPanic(message: string): never {
  throw new Error(`The schema engine panicked: ${message}`);
}

/** Runs `use` with an engine on `databaseUrl` and closes every connection that it opened. */
export async function withSchemaEngine<T>(
  databaseUrl: string,
  use: (engine: engineBindings.SchemaEngine) => Promise<T>,
): Promise<T> {
  await loadEngine();
  const connections = new MigrationConnections(databaseUrl);
  try {
    const factory = bindMigrationAwareSqlAdapterFactory(connections);
    const engine = await engineBindings.SchemaEngine.new({ datamodels: undefined }, () => undefined, factory);
    try {
      return await use(engine);
    } finally {
      engine.free();
    }
  } finally {
    await connections.close();
  }
}

/**
 * PrismaPg for the schema engine. PrismaPg alone splits scripts at every semicolon, also inside function bodies; its
 * shadow connection ignores the shadow's name when given a URL, and would reset the real database; and it cannot read
 * the catalogue's `"char"` columns.
 */
class MigrationConnections implements SqlMigrationAwareDriverAdapterFactory {
  readonly provider = "postgres";
  readonly adapterName = "@prisma/adapter-pg";
  private readonly closers: (() => Promise<void>)[] = [];

  constructor(private readonly databaseUrl: string) {}

  connect(): Promise<SqlDriverAdapter> {
    return this.open({ connectionString: this.databaseUrl }, async () => undefined);
  }

  async connectToShadowDb(): Promise<SqlDriverAdapter> {
    const name = `checkout_shadow_${crypto.randomUUID()}`;
    await runOnce(this.databaseUrl, `CREATE DATABASE ${escapeIdentifier(name)} TEMPLATE template0`);
    // Not by the address: in pg, its database would count.
    return this.open({ ...readDatabaseUrl(this.databaseUrl), database: name }, () =>
      runOnce(this.databaseUrl, `DROP DATABASE IF EXISTS ${escapeIdentifier(name)} WITH (FORCE)`),
    );
  }

  /** The engine does not close its connections, and each holds its lock. */
  async close(): Promise<void> {
    for (const close of this.closers) await close();
  }

  private async open(config: PoolConfig, afterwards: () => Promise<void>): Promise<SqlDriverAdapter> {
    // One connection: the engine's lock and settings belong to a session.
    const pool = new Pool({ ...config, Client: PostgresClient, max: 1 });
    let closed: Promise<void> | undefined;
    const close = () => {
      closed ??= pool.end().then(afterwards);
      return closed;
    };
    this.closers.push(close);
    return Object.assign(await connectReadably(pool), { dispose: close });
  }
}

async function connectReadably(pool: Pool): Promise<SqlDriverAdapter> {
  const query = pool.query.bind(pool);
  const charColumns = new WeakMap<object, number[]>();
  const queryNotingChars = async (config: QueryArrayConfig): Promise<QueryArrayResult> => {
    const result = await query(config);
    const chars = result.fields.flatMap((field, index) => (field.dataTypeID === charTypeId ? [index] : []));
    for (const field of result.fields) if (field.dataTypeID === charTypeId) field.dataTypeID = textTypeId;
    charColumns.set(result.rows, chars);
    return result;
  };
  Object.assign(pool, { query: queryNotingChars });

  const adapter = await new PrismaPg(pool).connect();
  const queryRaw = adapter.queryRaw.bind(adapter);
  return Object.assign(adapter, {
    queryRaw: async (sql: SqlQuery) => {
      const result = await queryRaw(sql);
      for (const index of charColumns.get(result.rows) ?? [])
        result.columnTypes[index] = ColumnTypeEnum.Character;
      return result;
    },
    // One simple query: the server splits the script itself, and applies all of it or nothing.
    executeScript: async (script: string) => {
      await query(script).catch((error: unknown) => {
        throw toDriverError(error);
      });
    },
  });
}

/** The engine only reports errors of this form. */
function toDriverError(error: unknown): unknown {
  if (!(error instanceof DatabaseError)) return error;
  const { code = "N/A", severity = "N/A", message, detail, column, hint } = error;
  return new DriverAdapterError({ kind: "postgres", code, severity, message, detail, column, hint });
}

async function runOnce(databaseUrl: string, statement: string): Promise<void> {
  await withClient({ connectionString: databaseUrl }, (client) => client.query(statement));
}
