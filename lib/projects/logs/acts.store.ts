import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import type { Database } from "@/lib/platform/database";
import type { Log } from "@/lib/platform/log";

const channel = "stablecoin_checkout_acts";
const connectionTimeoutMs = 10_000;
/** A dead connection never answers the close: we stop waiting after this. */
const leaveMs = 1_000;

/** Notifies the running service of a change by an operator's command, which may have made work due. */
export async function announceAct({ pool }: Pick<Database, "pool">): Promise<void> {
  await pool.query(`NOTIFY ${channel}`);
}

export type ActListener = { stop(): Promise<void> };

/**
 * Listens on its own connection, and reconnects when it is lost. Notifications are only a hint: due work is in Postgres
 * and upkeep finds it too, for example behind a pooler that drops notifications.
 *
 * @param onAct called for each notification, and each time listening starts: one may have been missed before
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
    // An error also ends the connection.
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
        if (!signal.aborted)
          log.warn({ error }, "cannot listen for commands; upkeep finds their work meanwhile");
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
