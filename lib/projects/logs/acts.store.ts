import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { type Database, run, type Statement } from "@/lib/platform/database";
import type { Log } from "@/lib/platform/log";

const channel = "stablecoin_checkout_acts";
const connectionTimeoutMs = 10_000;
/** A connection whose other end is gone takes no leave: anyone who stops waits no longer for it. */
const leaveMs = 1_000;

/** SQL: PostgreSQL's notifications. */
const notify: Statement = { name: "acts_announce", text: "SELECT pg_notify($1, '')" };

/** Tells the running service that an owner did something beside it, which may have made work due. */
export async function announceAct({ pool }: Pick<Database, "pool">): Promise<void> {
  await run(pool, notify, [channel]);
}

export type ActListener = { stop(): Promise<void> };

/**
 * Listens on a connection of its own, and connects again when that is lost. Only a hint: what is due stands in
 * Postgres and is found by upkeep too, as where a pooler in between passes no notices on.
 *
 * @param onAct called for each announcement, and whenever listening begins: one may have come before
 */
export function listenForActs(
  databaseUrl: string,
  onAct: () => void,
  log: Log,
  reconnectMs = 5_000,
): ActListener {
  const stopping = new AbortController();
  let client: Client | null = null;

  async function listen(): Promise<void> {
    const connection = new Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: connectionTimeoutMs,
      keepAlive: true,
      application_name: "stablecoin-checkout acts",
    });
    client = connection;
    const ended = new Promise<void>((resolve) => void connection.once("end", () => resolve()));
    // What breaks it also ends it.
    connection.on("error", () => undefined);
    connection.on("notification", onAct);
    try {
      await connection.connect();
      await connection.query(`LISTEN ${channel}`);
      onAct();
      await ended;
    } finally {
      connection.end().catch(() => undefined);
    }
  }

  async function keepListening(): Promise<void> {
    const { signal } = stopping;
    while (!signal.aborted) {
      await listen().catch((error: unknown) => {
        if (!signal.aborted) log.warn({ error }, "owners' acts are found by upkeep meanwhile");
      });
      if (!signal.aborted) await sleep(reconnectMs, undefined, { signal }).catch(() => undefined);
    }
  }

  const done = keepListening();
  return {
    stop: async () => {
      stopping.abort();
      const left = Promise.all([client?.end().catch(() => undefined), done]);
      await Promise.race([left, sleep(leaveMs, undefined, { ref: false })]);
    },
  };
}
