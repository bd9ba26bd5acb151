import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { createCheckout } from "@/lib/checkouts/create-checkout";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { Project } from "@/lib/projects/project.store";
import { testWallet } from "@/lib/testing/chain";
import { isFull, testSeeds } from "@/lib/testing/full-size";
import { operatorKey } from "@/lib/testing/network";
import type { Fault } from "@/lib/testing/node/faults";
import { type ServedNode, startNodeBefore } from "@/lib/testing/node/node";
import { type Moment, sendingMoments } from "@/lib/testing/power-cut";
import type { WorkerOrder } from "@/lib/testing/programs/settlement-worker";
import { recoveryTable } from "@/lib/testing/recovery-table";
import { createRandom } from "@/lib/testing/simulator/random";
import { freshWallet, testNetwork, testWorld } from "@/lib/testing/world";
import { settling } from "@/lib/testing/world/settling";

/** A settlement is one project's: each wave of payments makes as many as there are merchants. */
const merchants = 10;
const wantedSettlements = isFull ? 500 : 50;
const wantedDeaths = isFull ? 50 : 10;
const deathsPerWave = isFull ? 1 : 2;
/** At first; on a machine on which no one comes to anything in so short a time, longer and longer. */
const usualLifeMs = 600;
const longestUsefulLifeMs = 10_000;
const moments: readonly Moment[] = [...sendingMoments, ["complete", "after"]];

const repository = fileURLToPath(new URL("../..", import.meta.url));
const worker = fileURLToPath(new URL("../testing/programs/settlement-worker.ts", import.meta.url));

let proxy: ServedNode;
const workers = new Set<ChildProcess>();

const network = await testNetwork();
const world = testWorld([network], { booksAgree: true });
const { look } = settling(world);
beforeAll(async () => {
  proxy = await startNodeBefore(network.chain.rpcUrl);
});
afterAll(() => proxy?.stop());
afterEach(() => {
  for (const child of workers) child.kill("SIGKILL");
});

async function newMerchant(): Promise<Project> {
  const projectId = await world.stores.createProject({ settlementWallet: freshWallet() });
  await world.stores.admin.acceptTokens(
    projectId,
    [{ chainId: 31337, tokenAddress: network.usdc }],
    new Date(),
  );
  const project = await world.stores.projects.findById(projectId);
  if (project === null) throw new Error("the project was not stored");
  return project;
}

/** A worker that lives and settles; it dies at this moment, if it comes there. */
async function startWorker(diesAt: Moment | null): Promise<ChildProcess> {
  const order: WorkerOrder = {
    databaseUrl: world.stores.databaseUrl,
    chainId: 31337,
    rpcUrl: proxy.url,
    tokens: network.definition.tokens,
    operatorKey,
    aheadMs: network.aheadMs + world.clockAheadMs,
    diesAt,
  };
  const child = fork(worker, [JSON.stringify(order)], {
    cwd: repository,
    execArgv: ["--import", "./lib/platform/process/typescript.mjs"],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  workers.add(child);
  child.once("exit", () => workers.delete(child));
  await Promise.race([once(child, "message"), once(child, "exit")]);
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}

async function moveOn(): Promise<void> {
  await world.mineAndWatch(2);
  world.clockAheadMs += 5_000;
}

/** A payment to each of them, which are then owed so much. */
async function sell(projects: readonly Project[], owed: Map<Hex, bigint>, random: () => number) {
  const checkouts: Checkout[] = [];
  for (const project of projects) {
    const amount = 1_000_000n + BigInt(Math.floor(random() * 9_000_000));
    const body = { amount, chainId: 31337, tokenAddress: network.usdc };
    checkouts.push(await createCheckout(world.deps, project, "server_key", body));
    owed.set(project.settlementWallet, (owed.get(project.settlementWallet) ?? 0n) + amount);
  }
  for (const { depositAddress, amountUnits } of checkouts)
    await network.pay(depositAddress, amountUnits ?? 0n);
  await moveOn();
}

/** Settlements that were opened: those of two waves may become one when no one lived long enough between them. */
const opened = async () =>
  (await world.query<{ id: string }>("SELECT id FROM settlements WHERE own(id)")).length;
const unsettled = async () =>
  (await world.query<{ id: string }>("SELECT id FROM checkouts WHERE own(id) AND status <> 'SETTLED'"))
    .length;

it.each(testSeeds(1, 1))(
  `${wantedSettlements} settlements under ${wantedDeaths} deaths pay every merchant exactly once (seed %i)`,
  async (seed) => {
    const random = createRandom(seed).next;
    const projects: Project[] = [];
    for (let count = 0; count < merchants; count++) projects.push(await newMerchant());
    const owed = new Map<Hex, bigint>();

    let deaths = 0;
    let paid = 0;
    let longestLifeMs = usualLifeMs;
    while (deaths < wantedDeaths || (await opened()) < wantedSettlements) {
      const openedBefore = await opened();
      await sell(projects, owed, random);
      paid += projects.length;
      for (let episode = 0; episode < deathsPerWave; episode++) {
        const moment = deaths % 2 === 0 ? (moments[(deaths / 2) % moments.length] ?? null) : null;
        // Two at once, as two machines would be; both die.
        const alive = await Promise.all([startWorker(moment), startWorker(null)]);
        await sleep(random() * longestLifeMs);
        await moveOn();
        await Promise.all(alive.map(kill));
        deaths += 1;
      }
      if ((await opened()) < openedBefore + merchants / 2)
        longestLifeMs = Math.min(longestLifeMs * 2, longestUsefulLifeMs);
    }
    proxy.faults.clear();

    for (let round = 0; round < 200 && (await unsettled()) > 0; round++) {
      await look();
      await moveOn();
      world.clockAheadMs += 20_000;
    }
    for (let round = 0; round < 20 && (await look()).open > 0; round++) await moveOn();

    expect(await unsettled()).toBe(0);
    for (const [wallet, units] of owed) expect(await network.balance(wallet), wallet).toBe(units);
    expect(
      await world.query(
        "SELECT checkout_id FROM settlement_items WHERE own(checkout_id) AND status = 'PENDING'",
      ),
    ).toEqual([]);
    const [nonce] = await world.query<{ next_nonce: bigint }>(
      "SELECT next_nonce FROM operator_nonces WHERE chain_id = 31337",
    );
    const { address } = testWallet(network.chain, 0).account;
    expect(await network.chain.client.getTransactionCount({ address })).toBe(Number(nonce?.next_nonce));
    const swept = await world.query(
      "SELECT checkout_id FROM settlement_items WHERE own(checkout_id) AND status = 'SWEPT'",
    );
    expect(swept).toHaveLength(paid);
    const settled = await world.query(
      "SELECT checkout_id FROM outbox_events WHERE own(id) AND kind = 'checkout.settled' GROUP BY checkout_id HAVING count(*) = 1",
    );
    expect(settled).toHaveLength(paid);
  },
  isFull ? 7_200_000 : 600_000,
);

type Case = {
  name: string;
  /** How often each of the merchants was paid before. */
  payments?: number;
  /** Until the cause has gone. */
  play(): Promise<unknown>;
};

/** Two that settle, until they have sent something. */
async function atWork(moment: Moment | null = null): Promise<ChildProcess[]> {
  const alive = await Promise.all([startWorker(moment), startWorker(null)]);
  const begun = async () => (await world.query("SELECT FROM settlements WHERE own(id) LIMIT 1")).length;
  await expect.poll(begun, { interval: 20 }).toBe(1);
  return alive;
}
/** Two that settle while their node is faulty. */
async function whileNode(fault: Fault): Promise<void> {
  proxy.faults.set(fault);
  await Promise.all([startWorker(null), startWorker(null)]);
  for (let round = 0; round < 4; round++) await moveOn();
  proxy.faults.clear();
}

const cases: Case[] = [
  {
    name: "a worker of two is killed with a signed batch",
    play: async () => {
      const [dying] = await atWork(["storeSigned", "after"]);
      if (dying !== undefined) await kill(dying);
    },
  },
  {
    name: "both workers are killed four times",
    play: async () => {
      for (const moment of [...sendingMoments, null]) await Promise.all((await atWork(moment)).map(kill));
    },
  },
  {
    name: "every connection is cut",
    play: async () => {
      await atWork();
      await world.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
      );
    },
  },
  {
    name: "a transaction stays open over half of the jobs",
    play: async () => {
      const client = await world.stores.database.pool.connect();
      await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ");
      await client.query("SELECT id FROM checkouts WHERE own(id) ORDER BY id LIMIT 5 FOR UPDATE");
      await Promise.all([startWorker(null), startWorker(null)]);
      await sleep(2_000);
      await client.query("COMMIT");
      client.release();
    },
  },
  { name: "a backlog of 100 payments", payments: 10, play: () => atWork() },
  { name: "a node that takes 400 ms for each answer", play: () => whileNode({ kind: "slow", ms: 400 }) },
  {
    name: "a retry storm: the node answers 429",
    play: () => whileNode({ kind: "page", page: "too many requests" }),
  },
];

const note = recoveryTable();

it.each(cases)(
  "$name: every merchant is paid once",
  async ({ name, payments = 1, play }) => {
    const random = createRandom(1).next;
    const projects: Project[] = [];
    for (let count = 0; count < merchants; count++) projects.push(await newMerchant());
    const owed = new Map<Hex, bigint>();
    for (let payment = 0; payment < payments; payment++) await sell(projects, owed, random);
    await play();

    const healed = { at: performance.now(), aheadMs: world.clockAheadMs };
    for (let round = 0; round < 200 && (await unsettled()) > 0; round++) {
      await look();
      await moveOn();
    }
    const workedMs = performance.now() - healed.at;
    const waitedMs = world.clockAheadMs - healed.aheadMs;
    for (const child of workers) await kill(child);

    const lost = await unsettled();
    const balances = await Promise.all(
      [...owed].map(async ([wallet, units]) => ({ units, has: await network.balance(wallet) })),
    );
    const twice = balances.filter(({ units, has }) => has > units).length;
    note({ name, jobs: merchants * payments, lost, twice, workedMs, waitedMs });
    expect(lost).toBe(0);
    for (const { units, has } of balances) expect(has).toBe(units);
  },
  300_000,
);
