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
import { type FaultProxy, startFaultProxy } from "@/lib/testing/fault-proxy";
import { randomFaults, seededRandom, testSeeds } from "@/lib/testing/fault-proxy-faults";
import { isFull } from "@/lib/testing/full-size";
import { operatorKey } from "@/lib/testing/network";
import { type Moment, sendingMoments } from "@/lib/testing/power-cut";
import type { WorkerOrder } from "@/lib/testing/programs/settlement-worker";
import { settling } from "@/lib/testing/settling-world";
import { freshWallet, testNetwork, testWorld } from "@/lib/testing/world";

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

let proxy: FaultProxy;
const workers = new Set<ChildProcess>();

const network = await testNetwork();
const world = testWorld([network], { booksAgree: true });
const { look } = settling(world);
beforeAll(async () => {
  proxy = await startFaultProxy(network.chain.rpcUrl);
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

/** Settlements that were opened: those of two waves may become one when no one lived long enough between them. */
const opened = async () =>
  (await world.query<{ id: string }>("SELECT id FROM settlements WHERE own(id)")).length;
const unsettled = async () =>
  (await world.query<{ id: string }>("SELECT id FROM checkouts WHERE status <> 'SETTLED'")).length;

it.each(testSeeds(1, 1))(
  `${wantedSettlements} settlements under ${wantedDeaths} deaths pay every merchant exactly once (seed %i)`,
  async (seed) => {
    const random = seededRandom(seed);
    const projects: Project[] = [];
    for (let count = 0; count < merchants; count++) projects.push(await newMerchant());
    const owed = new Map<Hex, bigint>();
    if (isFull) proxy.faults.random(randomFaults(seed, 0.1));

    let deaths = 0;
    let paid = 0;
    let longestLifeMs = usualLifeMs;
    while (deaths < wantedDeaths || (await opened()) < wantedSettlements) {
      const openedBefore = await opened();
      const checkouts: Checkout[] = [];
      for (const project of projects) {
        const amount = 1_000_000n + BigInt(Math.floor(random() * 9_000_000));
        const body = { amount, chainId: 31337, tokenAddress: network.usdc };
        checkouts.push(await createCheckout(world.deps, project, "server_key", body));
        owed.set(project.settlementWallet, (owed.get(project.settlementWallet) ?? 0n) + amount);
      }
      for (const { depositAddress, amountUnits } of checkouts)
        await network.pay(depositAddress, amountUnits ?? 0n);
      paid += checkouts.length;
      await moveOn();
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
    expect(await world.query("SELECT checkout_id FROM settlement_items WHERE status = 'PENDING'")).toEqual(
      [],
    );
    const [nonce] = await world.query<{ next_nonce: bigint }>("SELECT next_nonce FROM operator_nonces");
    const { address } = testWallet(network.chain, 0).account;
    expect(await network.chain.client.getTransactionCount({ address })).toBe(Number(nonce?.next_nonce));
    const swept = await world.query("SELECT checkout_id FROM settlement_items WHERE status = 'SWEPT'");
    expect(swept).toHaveLength(paid);
    const settled = await world.query(
      "SELECT checkout_id FROM outbox_events WHERE kind = 'checkout.settled' GROUP BY checkout_id HAVING count(*) = 1",
    );
    expect(settled).toHaveLength(paid);
  },
  isFull ? 7_200_000 : 600_000,
);
