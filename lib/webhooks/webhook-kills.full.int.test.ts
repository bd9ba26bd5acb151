import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createCheckoutStore } from "@/lib/checkouts/checkout.store";
import { createDatabase, type Database } from "@/lib/platform/database";
import { createSecretBox } from "@/lib/platform/secret-box";
import { createProjectAdmin } from "@/lib/projects/project-admin.store";
import { buildCheckout, buildEvent, newId } from "@/lib/testing/builders";
import { seededRandom, testSeeds } from "@/lib/testing/fault-proxy-faults";
import { type Behaviour, type FlakyReceivers, startFlakyReceivers } from "@/lib/testing/flaky-receivers";
import { isFull } from "@/lib/testing/full-size";
import { type KillablePostgres, startKillablePostgres } from "@/lib/testing/killable-postgres";
import type { DeliveryArgument, DeliveryRest, DeliveryTime } from "@/lib/testing/programs/delivery-worker";
import { createWebhookEndpointStore } from "@/lib/webhooks/endpoints/webhook-endpoint.store";
import { attemptDelaysMs } from "./webhook-schedule.rules";

const events = isFull ? 10_000 : 500;
const eventsPerWave = isFull ? 250 : 100;
const endpoints = 25;
const workers = 2;
/** Every other wave the database is killed as well. */
const longestLifeMs = 500;
const receiverTimeoutMs = 700;
const failureShare = 0.3;
const dataKey = Buffer.alloc(32, 7);

const repository = fileURLToPath(new URL("../..", import.meta.url));
const program = fileURLToPath(new URL("../testing/programs/delivery-worker.ts", import.meta.url));

let postgres: KillablePostgres;
let database: Database;
let receivers: FlakyReceivers;
let random: () => number;
/** It stands while they work: nothing falls due by itself, and no lease ends, however long that takes. */
let nowMs: number;
/** Counts how often they were told the time. */
let turn = 0;
/** Those alive, and when each last had nothing left to do. */
const alive = new Map<ChildProcess, { rest: DeliveryRest | null }>();

beforeEach(async () => {
  nowMs = Date.now();
  postgres = await startKillablePostgres();
  database = createDatabase(postgres.databaseUrl, { maxConnections: 4 });
  receivers = await startFlakyReceivers(endpoints, behave);
});
afterEach(async () => {
  for (const child of alive.keys()) child.kill("SIGKILL");
  alive.clear();
  await receivers?.close();
  await database?.close();
  await postgres?.stop();
});

const now = () => new Date(nowMs);

function behave(): Behaviour {
  if (random() >= failureShare) return { kind: "answer", status: random() < 0.5 ? 200 : 204 };
  const draw = Math.floor(random() * 6);
  if (draw === 0) return { kind: "reset" };
  if (draw === 1) return { kind: "silence" };
  if (draw === 2) return { kind: "answer", status: 429, retryAfter: "90" };
  if (draw === 3) {
    const inAMinute = new Date(now().getTime() + 60_000);
    return { kind: "answer", status: 503, retryAfter: inAMinute.toUTCString() };
  }
  return { kind: "answer", status: 500 };
}

/** A project, its endpoint and a checkout of whose events there are to be many. */
async function listen(url: string): Promise<{ projectId: string; checkoutId: string }> {
  const { projectId } = await createProjectAdmin(database, newId).createProject({
    name: "Coffee shop",
    settlementWallet: `0x${"a".repeat(40)}`,
    refundMode: "STRICT",
    settlementPolicy: "IMMEDIATE",
    at: now(),
  });
  const secretBox = createSecretBox(dataKey);
  const endpoint = { id: newId("whe"), projectId, url, kinds: ["checkout.paid" as const], description: null };
  await createWebhookEndpointStore(database, secretBox, newId).transaction((tx) =>
    tx.insert({ ...endpoint, createdAt: now() }, "whsec_c2VjcmV0"),
  );
  const checkout = buildCheckout({ projectId });
  await createCheckoutStore(database, secretBox).insert(checkout, null, [], buildEvent(checkout), null);
  return { projectId, checkoutId: checkout.id };
}

let sequence = 1;

/** Writes events of random checkouts, with their deliveries, as a transition does. */
async function tell(listeners: readonly { projectId: string; checkoutId: string }[], count: number) {
  const chosen = Array.from({ length: count }, () => listeners[Math.floor(random() * listeners.length)]);
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
    [chosen.map((it) => it?.projectId), chosen.map((it) => it?.checkoutId), now(), sequence],
  );
  sequence += count;
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

async function killWorker(): Promise<void> {
  const [child] = [...alive.keys()].toSorted(() => random() - 0.5);
  if (child === undefined) return;
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}

/** Sets the clock, and waits until all who are alive have nothing left to do at that time. */
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

/** Work is at rest: moves the clock past all retries that wait and all leases that dead workers left. */
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

type DeliveryRow = {
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

/** @returns how many arrived and were accepted more than once, each because its worker died or its answer came too late */
function expectSound(rows: readonly DeliveryRow[]): { twice: number; attempts: number } {
  const byUrl = new Map(receivers.all.map((receiver) => [receiver.url, receiver]));
  let twice = 0;
  for (const row of rows) {
    const arrived = byUrl.get(row.url)?.arrivals.get(row.event_id);
    const expected = Buffer.from(row.body);
    expect(arrived?.bodies.length, `${row.id} was received`).toBeGreaterThanOrEqual(1);
    expect(
      arrived?.bodies.every((body) => body.equals(expected)),
      `${row.id} always has the same bytes`,
    ).toBe(true);
    expect(row.numbers, `${row.id} has all its attempts on record`).toEqual(
      Array.from({ length: row.attempt_count }, (_, index) => index + 1),
    );
    if (row.status === "DELIVERED") expect(row.successes).toBe(row.schedule_start > 0 ? 2 : 1);
    else expect([row.status, row.attempt_count]).toEqual(["FAILED", attemptDelaysMs.length]);
    // Each lease posts once, and ends with a record unless its worker died. An answer may come too late to count.
    const lost = row.fencing_token - row.attempt_count;
    expect(arrived?.bodies.length).toBeLessThanOrEqual(row.fencing_token);
    expect(arrived?.accepted).toBeLessThanOrEqual(row.successes + lost + row.unanswered);
    if ((arrived?.accepted ?? 0) > row.successes) twice += 1;
  }
  for (const receiver of receivers.all) {
    expect(receiver.overlaps, "no event is in two hands at once").toEqual([]);
    expect(receiver.mostAtOnce).toBeLessThanOrEqual(10);
  }
  return { twice, attempts: rows.reduce((sum, { attempt_count }) => sum + attempt_count, 0) };
}

it.each(testSeeds(1, 1))(
  `${events} events reach their receivers although those fail, workers and PostgreSQL are killed (seed %i)`,
  async (seed) => {
    random = seededRandom(seed);
    const listeners = [];
    for (const { url } of receivers.all) listeners.push(await listen(url));
    await Promise.all(Array.from({ length: workers }, startWorker));

    let kills = 0;
    for (let told = 0; told < events; told += eventsPerWave) {
      await tell(listeners, eventsPerWave);
      await sleep(random() * longestLifeMs);
      const everyOther = (told / eventsPerWave) % 2 === 1;
      const restarted = everyOther ? postgres.killAndRestart() : undefined;
      await killWorker();
      await Promise.all([restarted, startWorker()]);
      kills += everyOther ? 2 : 1;
      await workUntil(nowMs);
      await passTime();
    }
    await drain();

    const rows = await deliveries();
    expect(rows).toHaveLength(events);
    const { twice, attempts } = expectSound(rows);
    console.log(
      `${events} events, ${attempts} attempts, ${kills} kills: ${rows.filter(({ status }) => status === "FAILED").length} gave up after ten attempts, ${twice} were accepted twice.`,
    );

    // A replay under a new secret sends the same bytes, too.
    await database.pool.query("UPDATE webhook_secrets SET expires_at = $1", [now()]);
    const secretBox = createSecretBox(dataKey);
    const { rows: some } = await database.pool.query<{ id: string; endpoint_id: string }>(
      "SELECT id, endpoint_id FROM webhook_deliveries WHERE status = 'DELIVERED' LIMIT 20",
    );
    for (const { endpoint_id } of some) {
      const ciphertext = secretBox.seal("whsec_bmV3", endpoint_id);
      await database.pool.query("INSERT INTO webhook_secrets (endpoint_id, ciphertext) VALUES ($1, $2)", [
        endpoint_id,
        ciphertext,
      ]);
    }
    await database.pool.query(
      `UPDATE webhook_deliveries SET status = 'PENDING', completed_at = NULL, schedule_start = attempt_count,
         fencing_token = fencing_token + 1, next_attempt_at = $2 WHERE id = ANY ($1)`,
      [some.map(({ id }) => id), now()],
    );
    await workUntil(nowMs);
    await drain();
    const replayed = new Set(some.map(({ id }) => id));
    expectSound((await deliveries()).filter(({ id }) => replayed.has(id)));
  },
  isFull ? 1_800_000 : 240_000,
);
