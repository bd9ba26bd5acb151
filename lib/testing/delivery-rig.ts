import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createCheckoutStore } from "@/lib/checkouts/checkout.store";
import { createDatabase, type Database } from "@/lib/platform/database";
import { createSecretBox } from "@/lib/platform/secret-box";
import { createProjectAdmin } from "@/lib/projects/project-admin.store";
import { createWebhookEndpointStore } from "@/lib/webhooks/endpoints/webhook-endpoint.store";
import { buildCheckout, buildEvent, newId } from "./builders";
import { type KillablePostgres, startKillablePostgres } from "./killable-postgres";
import type { DeliveryArgument, DeliveryRest, DeliveryTime } from "./programs/delivery-worker";

export const dataKey = Buffer.alloc(32, 7);
const repository = fileURLToPath(new URL("../..", import.meta.url));
const program = fileURLToPath(new URL("programs/delivery-worker.ts", import.meta.url));

/** Whose events are told: a project with an endpoint, and one of its checkouts. */
export type Listener = { projectId: string; checkoutId: string };

export type DeliveryRow = {
  id: string;
  event_id: string;
  url: string;
  body: string;
  status: string;
  attempt_count: number;
  schedule_start: number;
  fencing_token: number;
  numbers: number[];
  successes: number;
  unanswered: number;
};

/** Processes that deliver webhooks, on a PostgreSQL of their own that may be killed as they may be. */
export type DeliveryRig = {
  postgres: KillablePostgres;
  database: Database;
  /** It stands while they work: nothing falls due by itself, and no lease ends, however long that takes. */
  now(): Date;
  listen(url: string): Promise<Listener>;
  /** Writes an event with its delivery for each, as a transition does. */
  tell(listeners: readonly (Listener | undefined)[]): Promise<void>;
  startWorker(): Promise<void>;
  /** Moves the clock on for those who start from now on. */
  moveClock(ms: number): void;
  /** SIGKILL to one of them. @param random in [0, 1) */
  killWorker(random: () => number): Promise<void>;
  /** Sets the clock, and waits until all who are alive have nothing left to do at that time. */
  workUntil(nextMs: number): Promise<void>;
  /**
   * Work is at rest: moves the clock past all retries that wait and all leases that dead workers left.
   * @returns false when nothing waits
   */
  passTime(): Promise<boolean>;
  drain(): Promise<void>;
  deliveries(): Promise<DeliveryRow[]>;
  close(): Promise<void>;
};

/** @param receiverTimeoutMs how long a receiver has */
export async function openDeliveryRig({
  receiverTimeoutMs,
}: {
  receiverTimeoutMs: number;
}): Promise<DeliveryRig> {
  const postgres = await startKillablePostgres();
  const database = createDatabase(postgres.databaseUrl, { maxConnections: 4 });
  let nowMs = Date.now();
  /** Counts how often they were told the time. */
  let turn = 0;
  let sequence = 1;
  /** Those alive, and when each last had nothing left to do. */
  const alive = new Map<ChildProcess, { rest: DeliveryRest | null }>();
  const now = () => new Date(nowMs);

  async function listen(url: string): Promise<Listener> {
    const { projectId } = await createProjectAdmin(database, newId).createProject({
      name: "Coffee shop",
      settlementWallet: `0x${"a".repeat(40)}`,
      refundMode: "STRICT",
      settlementPolicy: "IMMEDIATE",
      at: now(),
    });
    const secretBox = createSecretBox(dataKey);
    const endpoint = {
      id: newId("whe"),
      projectId,
      url,
      kinds: ["checkout.paid" as const],
      description: null,
    };
    await createWebhookEndpointStore(database, secretBox, newId).transaction((tx) =>
      tx.insert({ ...endpoint, createdAt: now() }, "whsec_c2VjcmV0"),
    );
    const checkout = buildCheckout({ projectId });
    await createCheckoutStore(database, secretBox).insert(checkout, null, [], buildEvent(checkout), null);
    return { projectId, checkoutId: checkout.id };
  }

  async function tell(listeners: readonly (Listener | undefined)[]): Promise<void> {
    await database.pool.query(
      `WITH event AS (
         INSERT INTO outbox_events (id, project_id, checkout_id, kind, sequence, body, created_at)
         SELECT 'evt_' || new_ulid(), project_id, checkout_id, 'checkout.paid', $4 + place,
           '{"note": "café ☕ ' || place || '",  "data" : {}}', $3
         FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS chosen (project_id, checkout_id, place)
         RETURNING id, project_id
       )
       INSERT INTO webhook_deliveries (id, event_id, endpoint_id, next_attempt_at, created_at)
       SELECT 'whd_' || new_ulid(), event.id, endpoint.id, $3, $3
       FROM event JOIN webhook_endpoints AS endpoint ON endpoint.project_id = event.project_id`,
      [listeners.map((it) => it?.projectId), listeners.map((it) => it?.checkoutId), now(), sequence],
    );
    sequence += listeners.length;
  }

  async function startWorker(): Promise<void> {
    const argument: DeliveryArgument = {
      databaseUrl: postgres.databaseUrl,
      dataKey: dataKey.toString("base64"),
      timeoutMs: receiverTimeoutMs,
    };
    const child = fork(program, [JSON.stringify(argument)], {
      cwd: repository,
      execArgv: ["--import", "./lib/platform/process/typescript.mjs"],
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    const state: { rest: DeliveryRest | null } = { rest: null };
    alive.set(child, state);
    child.once("exit", () => alive.delete(child));
    await Promise.race([once(child, "message"), once(child, "exit")]);
    child.on("message", (rest: DeliveryRest) => {
      state.rest = rest;
    });
    child.send({ turn, nowMs } satisfies DeliveryTime);
  }

  async function killWorker(random: () => number): Promise<void> {
    const [child] = [...alive.keys()].toSorted(() => random() - 0.5);
    if (child === undefined) return;
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
  }

  async function workUntil(nextMs: number): Promise<void> {
    nowMs = nextMs;
    // Who rests may begin again while another one still works: all did nothing from one rest of theirs to the next.
    let before = await everyRest();
    for (;;) {
      const after = await everyRest();
      if (after === before) return;
      before = after;
    }
  }

  /** @returns the posts that each had begun when it rested */
  async function everyRest(): Promise<string> {
    turn += 1;
    for (const child of alive.keys()) child.send({ turn, nowMs } satisfies DeliveryTime, () => undefined);
    const deadline = Date.now() + 60_000;
    while (alive.size === 0 || [...alive.values()].some(({ rest }) => rest?.turn !== turn)) {
      if (Date.now() > deadline) throw new Error("the workers find no rest");
      await sleep(10);
    }
    return [...alive].map(([child, { rest }]) => `${child.pid}: ${rest?.posts}`).join();
  }

  async function passTime(): Promise<boolean> {
    const { rows } = await database.pool.query<{ latest: Date | null }>(
      "SELECT max(greatest(next_attempt_at, leased_until)) AS latest FROM webhook_deliveries WHERE status = 'PENDING'",
    );
    const latest = rows[0]?.latest ?? null;
    if (latest === null) return false;
    await workUntil(Math.max(nowMs, latest.getTime() + 1_000));
    return true;
  }

  async function drain(): Promise<void> {
    for (let round = 0; await passTime(); round++) if (round > 60) throw new Error("deliveries never end");
  }

  async function deliveries(): Promise<DeliveryRow[]> {
    const { rows } = await database.pool.query<DeliveryRow>(`
      SELECT delivery.id, event_id, url, body, status, attempt_count, schedule_start, fencing_token,
        ARRAY(SELECT number FROM delivery_attempts WHERE delivery_id = delivery.id ORDER BY number) AS numbers,
        (SELECT count(*)::int FROM delivery_attempts
          WHERE delivery_id = delivery.id AND status_code BETWEEN 200 AND 299) AS successes,
        (SELECT count(*)::int FROM delivery_attempts
          WHERE delivery_id = delivery.id AND status_code IS NULL) AS unanswered
      FROM webhook_deliveries AS delivery JOIN outbox_events AS event ON event.id = event_id
      JOIN webhook_endpoints AS endpoint ON endpoint.id = delivery.endpoint_id
      WHERE event.kind = 'checkout.paid'`);
    return rows;
  }

  return {
    postgres,
    database,
    now,
    listen,
    tell,
    startWorker,
    moveClock: (ms) => {
      nowMs += ms;
    },
    killWorker,
    workUntil,
    passTime,
    drain,
    deliveries,
    async close() {
      for (const child of alive.keys()) child.kill("SIGKILL");
      await database.close();
      await postgres.stop();
    },
  };
}
