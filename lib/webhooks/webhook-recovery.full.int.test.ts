import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createDatabase } from "@/lib/platform/database";
import { later } from "@/lib/testing/builders";
import { type Receivers, startReceivers } from "@/lib/testing/receivers";
import { recoveryTable } from "@/lib/testing/recovery-table";
import { type DeliveryRig, type Listener, openDeliveryRig } from "@/lib/testing/world/deliveries";

// Cases of the public benchmark of job queues on PostgreSQL (hardbyte/postgresql-job-queue-benchmarking), on webhooks.

const endpoints = 25;
const jobs = 500;

let rig: DeliveryRig;
let receivers: Receivers;
let listeners: Listener[];
/** Of which receivers no event is taken, and how they show it. */
let broken: { receivers: number[]; how: "silence" | "503" };
/** Answers wait for it: what is broken meanwhile finds posts under way. */
let answers: Promise<void> | undefined;

beforeEach(async () => {
  broken = { receivers: [], how: "503" };
  answers = undefined;
  rig = await openDeliveryRig({ receiverTimeoutMs: 15_000 });
  receivers = await startReceivers(endpoints, (receiver) => {
    if (!broken.receivers.includes(receiver))
      return { kind: "answer", status: 200, ...(answers && { after: answers }) };
    return broken.how === "silence" ? { kind: "silence" } : { kind: "answer", status: 503 };
  });
  listeners = [];
  for (const { url } of receivers.all) listeners.push(await rig.listen(url));
});
afterEach(async () => {
  await receivers?.close();
  await rig?.world.close();
});

const everyReceiver = Array.from({ length: endpoints }, (_, receiver) => receiver);
/** So many events, spread over the listeners. */
const tell = (count: number, of = listeners) =>
  rig.tell(Array.from({ length: count }, (_, event) => of[event % of.length]));
const startWorkers = () => Promise.all([rig.startWorker(), rig.startWorker()]);

/** Goes on once so many events have arrived, counting the receivers from the given one. */
async function arrived(count: number, from = 0): Promise<void> {
  const seen = () => receivers.all.slice(from).reduce((sum, { arrivals }) => sum + arrivals.size, 0);
  await expect.poll(seen, { interval: 5 }).toBeGreaterThanOrEqual(count);
}

/** Breaks something while 50 posts wait for their answers, which come afterwards. */
async function meanwhile(breakIt: () => Promise<unknown>): Promise<void> {
  let answer = () => {};
  const before = underWay();
  answers = new Promise((resolve) => {
    answer = resolve;
  });
  await expect.poll(underWay, { interval: 5 }).toBeGreaterThanOrEqual(before + 50);
  await breakIt();
  answers = undefined;
  answer();
}
const underWay = () =>
  receivers.all
    .flatMap(({ arrivals }) => [...arrivals.values()])
    .reduce((sum, { bodies }) => sum + bodies.length, 0);

/** An open transaction of another client, until it is told to end. */
async function hold(...statements: string[]): Promise<() => Promise<void>> {
  const database = createDatabase(rig.postgres.databaseUrl, { maxConnections: 1 });
  const client = await database.pool.connect();
  for (const statement of ["BEGIN ISOLATION LEVEL REPEATABLE READ", ...statements])
    await client.query(statement);
  return async () => {
    await client.query("COMMIT");
    client.release();
    await database.close();
  };
}

/** Takes every connection that PostgreSQL has left. */
async function takeConnections(): Promise<() => Promise<void>> {
  const database = createDatabase(rig.postgres.databaseUrl, { maxConnections: 1_000 });
  const held: { release(): void }[] = [];
  for (;;) {
    const client = await database.pool.connect().catch(() => null);
    if (client === null) break;
    held.push(client);
  }
  return async () => {
    for (const client of held) client.release();
    await database.close();
  };
}

type Case = {
  name: string;
  jobs: number;
  /** Jobs that nothing can deliver. */
  poison?: number;
  /** Until the cause has gone. */
  play(): Promise<unknown>;
};

const killBoth = () => Promise.all([rig.killWorker(() => 0), rig.killWorker(() => 0.9)]);

const cases: Case[] = [
  {
    name: "a worker of two is killed",
    jobs,
    play: async () => {
      await startWorkers();
      const told = meanwhile(() => rig.killWorker(() => 0));
      await tell(jobs);
      await told;
    },
  },
  {
    name: "both workers are killed four times",
    jobs,
    play: async () => {
      await tell(jobs);
      for (let kill = 1; kill <= 4; kill++) {
        const killed = meanwhile(killBoth);
        await startWorkers();
        await killed;
        // Past the leases that they leave.
        rig.world.now = later(120_000, rig.world.now);
      }
      await startWorkers();
    },
  },
  {
    name: "PostgreSQL is killed and restarted",
    jobs,
    play: async () => {
      await startWorkers();
      const killed = meanwhile(() => rig.postgres.killAndRestart());
      await tell(jobs);
      await killed;
    },
  },
  {
    name: "every connection is cut",
    jobs,
    play: async () => {
      await startWorkers();
      const cut = meanwhile(() =>
        rig.world.query(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()",
        ),
      );
      await tell(jobs);
      await cut;
    },
  },
  {
    name: "no connection is left for two seconds",
    jobs,
    play: async () => {
      const give = await takeConnections();
      await tell(jobs);
      await startWorkers();
      await sleep(2_000);
      await give();
    },
  },
  {
    name: "a transaction stays open over the queue",
    jobs,
    play: async () => {
      await tell(jobs);
      const end = await hold(
        "SELECT count(*) FROM webhook_deliveries",
        "SELECT id FROM webhook_endpoints ORDER BY id LIMIT 12 FOR UPDATE",
      );
      await startWorkers();
      await arrived((jobs / endpoints) * (endpoints - 12));
      await end();
    },
  },
  {
    name: "a job that nothing can do stands before the others",
    jobs,
    poison: 20,
    play: async () => {
      await rig.world.query(
        "UPDATE webhook_secrets SET ciphertext = 'unreadable' WHERE endpoint_id = (SELECT id FROM webhook_endpoints WHERE project_id = $1)",
        [listeners[0]?.projectId],
      );
      await tell(20, listeners.slice(0, 1));
      await tell(jobs - 20, listeners.slice(1));
      await startWorkers();
    },
  },
  {
    name: "a backlog of 5,000 jobs",
    jobs: 5_000,
    play: async () => {
      await tell(5_000);
      await startWorkers();
    },
  },
  {
    name: "200 tenants, one of them with half of the jobs",
    jobs: 2_000,
    play: async () => {
      const tenants = [];
      for (let tenant = 0; tenant < 200; tenant++)
        tenants.push(await rig.listen(receivers.all[tenant % endpoints]?.url ?? ""));
      await tell(1_000, tenants.slice(0, 1));
      await tell(1_000, tenants.slice(1));
      await startWorkers();
    },
  },
  {
    name: "a receiver of 25 is silent",
    jobs,
    play: async () => {
      broken = { receivers: [0], how: "silence" };
      await tell(jobs);
      await startWorkers();
      await arrived((jobs / endpoints) * (endpoints - 1), 1);
      broken.receivers = [];
    },
  },
  {
    name: "a retry storm: every receiver answers 503 twice",
    jobs,
    play: async () => {
      broken = { receivers: everyReceiver, how: "503" };
      await tell(jobs);
      await startWorkers();
      await rig.work();
      await rig.passTime();
      broken.receivers = [];
    },
  },
];

const note = recoveryTable();

const waiting = async () => (await rig.deliveries()).filter(({ status }) => status !== "DELIVERED").length;

it.each(cases)(
  "$name: no job is lost",
  async ({ name, jobs: told, poison = 0, play }) => {
    await play();
    const healed = { at: performance.now(), clock: rig.world.now.getTime() };
    // What waits for a lease or for its next attempt is due as soon as all else is done.
    await rig.work();
    for (let round = 0; (await waiting()) > poison && round < 60; round++) await rig.passTime();
    const workedMs = performance.now() - healed.at;
    const waitedMs = rig.world.now.getTime() - healed.clock;
    await rig.drain();

    const deliveries = await rig.deliveries();
    const lost = deliveries.filter(({ status }) => status !== "DELIVERED").length - poison;
    const accepted = receivers.all.flatMap(({ arrivals }) => [...arrivals.values()]);
    const twice = accepted.filter((event) => event.accepted > 1).length;
    note({ name, jobs: told, lost, twice, workedMs, waitedMs });
    expect(deliveries).toHaveLength(told);
    expect(lost).toBe(0);
    expect(accepted.filter((event) => event.accepted > 0)).toHaveLength(told - poison);
    // An event is in two hands only if its worker died, or lost its connection before it wrote the answer down.
    expect(receivers.all.flatMap(({ overlaps }) => overlaps)).toEqual([]);
  },
  300_000,
);
