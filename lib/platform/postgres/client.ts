import { Client, type ClientBase, type ClientConfig, DatabaseError, type Pool } from "pg";
import { connectionFault, DatabaseUnusable } from "./faults.rules";
import type { ServerFacts } from "./server.rules";
import { driverUrl } from "./url";

/** A connection of ours to PostgreSQL, or to a pooler in front of it. Connecting throws DatabaseUnusable. */
export class PostgresClient extends Client {
  constructor(config: ClientConfig = {}) {
    const { connectionString } = config;
    super({
      connectionTimeoutMillis: connectionTimeoutMs,
      ...config,
      // Pools hide it from copies.
      password: config.password,
      ...(connectionString === undefined ? {} : { connectionString: driverUrl(connectionString) }),
    });
    // A connection that breaks fails its queries; without a listener it would end the process too.
    this.on("error", () => undefined);
  }

  override connect(): Promise<Client>;
  override connect(callback: ((error: Error) => void) | ((error: null, client: Client) => void)): void;
  override connect(
    callback?: ((error: Error) => void) | ((error: null, client: Client) => void),
  ): Promise<Client> | undefined {
    const connected = super.connect().catch((cause: unknown) => {
      throw new DatabaseUnusable(connectionFault(cause), { cause });
    });
    if (callback === undefined) return connected;
    const call = callback as (error: Error | null, client?: Client) => void;
    connected.then(
      () => call(null, this),
      (error: Error) => call(error),
    );
    return undefined;
  }
}

export const connectionTimeoutMs = 10_000;

/** Runs `work` on a connection of its own, and closes it. A transaction that was not committed leaves nothing. */
export async function withClient<T>(config: ClientConfig, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new PostgresClient(config);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Whether something between this process and PostgreSQL shares its connections: a pooler invents the process id that it
 * announces. It may give each transaction another session, so a session's settings, locks and LISTEN don't hold.
 */
export function isPooled(client: ClientBase, serverPid: number): boolean {
  return Reflect.get(client, "processID") !== serverPid;
}

/** A statement whose name PostgreSQL or a pooler refused (duplicate, or unknown there). It has not run. */
export function isNameRefused(error: unknown): boolean {
  return error instanceof DatabaseError && (error.code === "42P05" || error.code === "26000");
}

/**
 * Whether a pooler keeps prepared statements apart: then it gives them names of its own. One that passes ours on may run
 * a statement of the same name, but of another process, on the next server connection.
 */
export async function keepsNames(client: ClientBase): Promise<boolean> {
  const name = "checkout_names";
  try {
    const { rows } = await client.query<{ passed: boolean }>({
      name,
      text: "SELECT EXISTS (SELECT FROM pg_prepared_statements WHERE name = $1) AS passed",
      values: [name],
    });
    return rows[0]?.passed === false;
  } catch (error) {
    if (isNameRefused(error)) return false;
    throw error;
  }
}

/** Reads the server's version and settings; needs no tables. */
export async function readServerFacts(pool: Pool): Promise<ServerFacts> {
  const { rows } = await pool.query<ServerFacts>(`
    SELECT current_setting('server_version_num')::int AS "versionNumber",
      current_setting('server_encoding') AS encoding,
      current_setting('transaction_read_only') = 'on' AS "readOnly", current_schema() AS schema`);
  const [facts] = rows;
  if (facts === undefined) throw new Error("the database returned nothing about itself");
  return facts;
}
