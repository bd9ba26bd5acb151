import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createDatabase } from "@/lib/platform/database";
import { later } from "../builders";
import { startKillablePostgres } from "../killable-postgres";
import type { DeliveryArgument, DeliveryRest, DeliveryTime } from "../programs/delivery-worker";
import { openWorld } from "../world";

const repository = fileURLToPath(new URL("../../..", import.meta.url));
const program = fileURLToPath(new URL("../programs/delivery-worker.ts", import.meta.url));

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

export type DeliveryRig = Awaited<ReturnType<typeof openDeliveryRig>>;

/**
 * A world on a PostgreSQL of its own that may be killed, and processes that deliver its webhooks, which may be killed, too.
 * Its clock stands while they work: nothing falls due by itself, and no lease ends, however long that takes.
 *
 * @param receiverTimeoutMs how long a receiver has
 */
export async function openDeliveryRig({ receiverTimeoutMs }: { receiverTimeoutMs: number }) {
  const postgres = await startKillablePostgres();
  const { databaseUrl } = postgres;
  const database = createDatabase(databaseUrl, { maxConnections: 4 });
  const giveBack = async () => {
    await database.close();
    await postgres.stop();
  };
  const world = await openWorld([], {
    lent: { database, databaseUrl, giveBack },
    stillClock: "nothing falls due by itself while they work",
  });
  world.now = new Date();
  /** Counts how often they were told the time. */
  let turn = 0;
  let sequence = 1;
  /** Those alive, and when each last had nothing left to do. */
  const alive = new Map<ChildProcess, { rest: DeliveryRest | null }>();
  world.onClose(() => {
    for (const child of alive.keys()) child.kill("SIGKILL");
  });
  const time = (): DeliveryTime => ({ turn, nowMs: world.now.getTime() });

  /** @returns the posts that each had begun when it rested */
  async function everyRest(): Promise<string> {
    turn += 1;
    for (const child of alive.keys()) child.send(time(), () => undefined);
    const deadline = Date.now() + 60_000;
    while (alive.size === 0 || [...alive.values()].some(({ rest }) => rest?.turn !== turn)) {
      if (Date.now() > deadline) throw new Error("the workers find no rest");
      await sleep(10);
    }
    return [...alive].map(([child, { rest }]) => `${child.pid}: ${rest?.posts}`).join();
  }

  const rig = {
    postgres,
    world,
    listen: async (url: string): Promise<Listener> => {
      const projectId = await world.stores.createProject();
      const secret = "whsec_c2VjcmV0";
      await world.stores.createWebhookEndpoint({
        projectId,
        url,
        kinds: ["checkout.paid"],
        secret,
        at: world.now,
      });
      return { projectId, checkoutId: (await world.stores.createCheckout({ projectId })).id };
    },
    /** Writes an event with its delivery for each, as a transition does. */
    tell: async (listeners: readonly (Listener | undefined)[]): Promise<void> => {
      await world.query(
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
        [listeners.map((it) => it?.projectId), listeners.map((it) => it?.checkoutId), world.now, sequence],
      );
      sequence += listeners.length;
    },
    startWorker: async (): Promise<void> => {
      const argument: DeliveryArgument = {
        databaseUrl,
        dataKey: world.stores.dataKey.toString("base64"),
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
      child.send(time());
    },
    /** SIGKILL to one of them. @param random in [0, 1) */
    killWorker: async (random: () => number): Promise<void> => {
      const [child] = [...alive.keys()].toSorted(() => random() - 0.5);
      if (child === undefined) return;
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      await gone;
    },
    /** Waits until all who are alive have nothing left to do at this time. */
    work: async (): Promise<void> => {
      // Who rests may begin again while another one still works: all did nothing from one rest of theirs to the next.
      let before = await everyRest();
      for (;;) {
        const after = await everyRest();
        if (after === before) return;
        before = after;
      }
    },
    /**
     * Work is at rest: moves the clock past all retries that wait and all leases that dead workers left.
     *
     * @returns false when nothing waits
     */
    passTime: async (): Promise<boolean> => {
      const [row] = await world.query<{ latest: Date | null }>(
        "SELECT max(greatest(next_attempt_at, leased_until)) AS latest FROM webhook_deliveries WHERE status = 'PENDING'",
      );
      const latest = row?.latest ?? null;
      if (latest === null) return false;
      if (later(1_000, latest) > world.now) world.now = later(1_000, latest);
      await rig.work();
      return true;
    },
    drain: async (): Promise<void> => {
      for (let round = 0; await rig.passTime(); round++)
        if (round > 60) throw new Error("deliveries never end");
    },
    deliveries: () =>
      world.query<DeliveryRow>(`
        SELECT delivery.id, event_id, url, body, status, attempt_count, schedule_start, fencing_token,
          ARRAY(SELECT number FROM delivery_attempts WHERE delivery_id = delivery.id ORDER BY number) AS numbers,
          (SELECT count(*)::int FROM delivery_attempts
            WHERE delivery_id = delivery.id AND status_code BETWEEN 200 AND 299) AS successes,
          (SELECT count(*)::int FROM delivery_attempts
            WHERE delivery_id = delivery.id AND status_code IS NULL) AS unanswered
        FROM webhook_deliveries AS delivery JOIN outbox_events AS event ON event.id = event_id
        JOIN webhook_endpoints AS endpoint ON endpoint.id = delivery.endpoint_id
        WHERE event.kind = 'checkout.paid'`),
  };
  return rig;
}
