import { setTimeout as sleep } from "node:timers/promises";
import type { Connections } from "@/lib/platform/database";
import type { Log } from "@/lib/platform/log";
import { isPooled, PostgresClient } from "@/lib/platform/postgres/client";

const channel = "stablecoin_checkout_acts";
const pooledNote =
  "a pooler drops notifications, so changes by commands take up to a minute; set DATABASE_DIRECT_URL to the database's own address to have them at once";
/** A dead connection never answers the close: we stop waiting after this. */
const leaveMs = 1_000;

/** Notifies the running service of a change by an operator's command, which may have made work due. */
export async function announceAct({ pool }: Connections): Promise<void> {
  await pool.query(`NOTIFY ${channel}`);
}

export type ActListener = { stop(): Promise<void> };

/**
 * Listens on its own connection, and reconnects when it is lost. Notifications are only a hint: due work is in Postgres
 * and upkeep finds it too. A pooler drops notifications, so behind one there is nothing to listen to.
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
  let client: PostgresClient | null = null;

  /** @returns false when listening is of no use */
  async function listen(): Promise<boolean> {
    const connection = new PostgresClient({
      connectionString: databaseUrl,
      keepAlive: true,
      application_name: "stablecoin-checkout acts",
    });
    client = connection;
    const ended = new Promise<void>((resolve) => void connection.once("end", () => resolve()));
    // An error also ends the connection.
    connection.on("notification", onAct);
    try {
      await connection.connect();
      const { rows } = await connection.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
      if (isPooled(connection, rows[0]?.pid ?? 0)) return false;
      await connection.query(`LISTEN ${channel}`);
      onAct();
      await ended;
      return true;
    } finally {
      connection.end().catch(() => undefined);
    }
  }

  async function keepListening(): Promise<void> {
    const { signal } = stopping;
    while (!signal.aborted) {
      const canListen = await listen().catch((error: unknown) => {
        if (!signal.aborted)
          log.warn({ error }, "cannot listen for commands; upkeep finds their work meanwhile");
        return true;
      });
      if (!canListen) return void log.info({}, pooledNote);
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
