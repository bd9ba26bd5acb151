import type { ClientBase } from "pg";
import { minuteMs } from "@/lib/platform/values/time.rules";
import { isPooled, keepsNames } from "./client";

const statementTimeoutMs = minuteMs;
export const idleInTransactionTimeoutMs = minuteMs;

const timeouts = {
  statement_timeout: statementTimeoutMs,
  idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
};
const assignments = (verb: string) =>
  Object.entries(timeouts)
    .map(([name, value]) => `${verb} ${name} = ${value}`)
    .join("; ");

/**
 * After connecting, since poolers refuse unknown start-up parameters. Behind a pooler these settings reach some of its
 * server connections and stay there; work of ours that takes longer sets its own limits per transaction.
 */
const sessionSettings = `
  SET TIME ZONE 'UTC'; SET default_transaction_isolation = 'read committed'; ${assignments("SET")};
  SELECT pg_backend_pid() AS pid`;

const begin = "BEGIN ISOLATION LEVEL READ COMMITTED";
const beginPooled = `${begin}; ${assignments("SET LOCAL")}`;

/** How a pool's connections reach PostgreSQL. */
export type Route = {
  /** Whether a pooler is in between; null before the first connection. */
  pooled: boolean | null;
  /** Whether statements are prepared under a name: not where another process's may answer to it. */
  named: boolean;
  /** When a statement last found the disk full, in milliseconds since 1970; reads still succeed then. */
  diskFullAt?: number;
};

// Next loads this module several times; a pool and its connections carry their route.
const slot = Symbol.for("stablecoin-checkout.route");

type Routed = { [slot]?: Route };

/** The route of a pool or of one of its connections; null of others, such as Prisma's transactions. */
export function routeOf(connection: object): Route | null {
  return (connection as Routed)[slot] ?? null;
}

export function setRoute(connection: object, route: Route): void {
  (connection as Routed)[slot] = route;
}

/** Prepares a new connection of a pool, and notes how it reaches PostgreSQL. */
export async function openSession(client: ClientBase, route: Route): Promise<void> {
  setRoute(client, route);
  sendInTurn(client, route);
  const results: unknown = await client.query(sessionSettings);
  const last = (results as { rows: { pid: number }[] }[]).at(-1);
  route.pooled = isPooled(client, last?.rows[0]?.pid ?? 0);
  if (route.pooled && route.named) route.named = await keepsNames(client);
}

type Query = (config: unknown, ...rest: unknown[]) => unknown;
type Callback = (error: unknown, ...rest: unknown[]) => void;

/** PostgreSQL's code `disk_full`. */
const diskFull = "53100";

/**
 * Notes a full disk, whoever sent the statement. Takes names off when a statement is sent: a pool's first one chose its name before there was a connection. A statement
 * waits for the one before it, because pg 9 has no queue and Prisma reads relations side by side on a transaction's connection.
 */
function sendInTurn(client: ClientBase, route: Route): void {
  const query = client.query.bind(client) as Query;
  const note = (error: unknown) => {
    if ((error as { code?: unknown } | null)?.code === diskFull) route.diskFullAt = Date.now();
  };
  let running: Promise<unknown> | null = null;
  const send: Query = (config, ...rest) => {
    const start = () =>
      query(route.named || !isNamed(config) ? config : { ...config, name: undefined }, ...rest);
    // A stream or a callback has no promise; the pool alone uses these, on a connection that it just lent.
    const last = rest.at(-1);
    if (typeof last === "function")
      rest[rest.length - 1] = (...[error, ...result]: Parameters<Callback>) => {
        note(error);
        (last as Callback)(error, ...result);
      };
    if (isSubmittable(config) || typeof last === "function") return start();
    const result = (running === null ? start() : running.then(start, start)) as Promise<unknown>;
    running = result;
    const end = () => {
      if (running === result) running = null;
    };
    result.then(end, (error) => {
      note(error);
      end();
    });
    return result;
  };
  Object.assign(client, { query: send });
}

function isSubmittable(config: unknown): boolean {
  return typeof config === "object" && config !== null && "submit" in config;
}

function isNamed(config: unknown): config is { name: string } {
  return typeof config === "object" && config !== null && "name" in config && !isSubmittable(config);
}

/** How a transaction begins: with its time limits, where the session may be another one than at first. */
export function beginOf(connection: object): string {
  return routeOf(connection)?.pooled ? beginPooled : begin;
}
