import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { auditBooks } from "@/lib/testing/audit";
import { blockLimitWords, resultLimitWords, type ScopedFault } from "@/lib/testing/fault-proxy-faults";
import { isFull } from "@/lib/testing/full-size";
import { openWorld, price, testNetwork } from "@/lib/testing/world";
import { type FaultyWorld, openFaultyWorld, shortTimeoutMs } from "@/lib/testing/world/faulty-nodes";

/** Made when the fault begins, since some are about the chain as it then is. */
type Case = [name: string, fault: (head: bigint) => ScopedFault];

const onTheWay: Case[] = [
  ["an outage", () => ({ kind: "outage" })],
  ["connections that are reset", () => ({ kind: "connection-reset" })],
  ["429 with JSON", () => ({ kind: "too-many-requests", body: "json" })],
  ["429 with text", () => ({ kind: "too-many-requests", body: "text" })],
  ["a rate limit in the JSON", () => ({ kind: "rate-limited" })],
  ["no answer", () => ({ kind: "time-out" })],
  ["a body that is too slow", () => ({ kind: "slow-body", ms: 2_000 })],
  ["HTML with 200", () => ({ kind: "html-body" })],
  ["502", () => ({ kind: "bad-gateway" })],
  ["JSON that breaks off", () => ({ kind: "truncated-body" })],
  ["ids that come twice", () => ({ kind: "duplicate-ids" })],
  ["batches refused", () => ({ kind: "batch-refused" })],
  ["another chain's id", () => ({ kind: "wrong-chain-id", chainId: 1 })],
];
/** One fault of each kind: refused, timed out, another chain, another's answer, a part refused. */
const distinct = ["an outage", "no answer", "another chain's id", "ids that come twice", "batches refused"];
const blockLimits = Object.entries(blockLimitWords).map(
  ([who, words]): Case => [
    `two blocks at once, as ${who} says it`,
    () => ({ kind: "block-limit", blocks: 2, words }),
  ],
);
const resultLimits = Object.entries(resultLimitWords).map(
  ([who, words]): Case => [
    `two logs at once, as ${who} says it`,
    () => ({ kind: "result-limit", results: 2, words }),
  ],
);
const slow: Case[] = [
  ["batches answered out of order", () => ({ kind: "batch-out-of-order" })],
  ["a body that is slow", () => ({ kind: "slow-body", ms: 30 })],
];
/** A node with one of these serves all the same. Each limit in one provider's words; unit tests read all of them. */
const bearable: Case[] = [
  ...slow,
  ...blockLimits.slice(0, isFull ? undefined : 1),
  ...resultLimits.slice(0, isFull ? undefined : 1),
];
const inTheAnswers: Case[] = [
  ["no logs", () => ({ kind: "empty-logs" })],
  ["the last log left out", () => ({ kind: "dropped-log", fromEnd: 0 })],
  ["a log in the middle left out", () => ({ kind: "dropped-log", fromEnd: 1 })],
  ["logs of other blocks", () => ({ kind: "wrong-block-hash" })],
  ["a view that lags, logs missing", () => ({ kind: "lagging", blocks: 3, logsAbove: "missing" })],
  ["a view that lags, logs refused", () => ({ kind: "lagging", blocks: 3, logsAbove: "refused" })],
  ["a view that stands still", (head) => ({ kind: "stuck", atBlock: head, logsAbove: "missing" })],
  ["a head that goes back", () => ({ kind: "head-back", blocks: 2 })],
  ["another head with the same logs", () => ({ kind: "other-head", logs: "same" })],
  ["another head without the logs", () => ({ kind: "other-head", logs: "none" })],
];

let faulty: FaultyWorld;

const network = await testNetwork();

type Sales = { atOnce: Checkout; inParts: Checkout; short: Checkout; unpaid: Checkout };

/** What customers do while a node is at fault: all of it in time, and then time passes. */
async function sell(): Promise<Sales> {
  const create = (minutes: number) => faulty.world.createFor(minutes);
  const sales = {
    atOnce: await create(10),
    inParts: await create(10),
    short: await create(2),
    unpaid: await create(2),
  };
  await network.pay(sales.atOnce.depositAddress, price);
  await network.inOneBlock(async () => {
    await network.pay(sales.inParts.depositAddress, price / 2n);
    await network.pay(sales.short.depositAddress, price, { account: 2 });
  });
  await network.pay(sales.unpaid.depositAddress, price - 1n);
  await faulty.round();
  await network.pay(sales.inParts.depositAddress, price / 2n);
  await network.pass(180);
  await faulty.round();
  return sales;
}

async function statuses({ atOnce, inParts, short, unpaid }: Sales): Promise<string[]> {
  return Promise.all([atOnce, inParts, short, unpaid].map((checkout) => faulty.world.status(checkout)));
}

const arrived = ["PAID", "PAID", "PAID", "EXPIRED"];

async function allArrived(sales: Sales): Promise<boolean> {
  return (await statuses(sales)).join() === arrived.join();
}

/** Nothing that was paid in time was ever called late or expired, and nothing was taken back. */
async function expectPlainHistories(sales: Sales) {
  expect(await statuses(sales)).toEqual(arrived);
  for (const checkout of [sales.atOnce, sales.inParts, sales.short]) {
    const kinds = (await faulty.world.eventKinds(checkout)).filter(
      (kind) => kind !== "checkout.partially_paid",
    );
    expect(kinds).toEqual(["checkout.created", "checkout.detected", "checkout.paid"]);
  }
}

async function openWith(nodes: number) {
  faulty = await openFaultyWorld(await openWorld([network]), nodes, shortTimeoutMs);
  await faulty.round();
  await network.chain.mine(2);
  await faulty.round();
}

async function begin(node: number, fault: Case[1]) {
  faulty.proxies[node]?.faults.set(fault(await network.chain.client.getBlockNumber({ cacheTime: 0 })));
}

describe("the only node", () => {
  beforeAll(() => openWith(1));
  afterAll(() => faulty?.world.close());
  beforeEach(() => {
    for (const { faults } of faulty.proxies) faults.clear();
  });

  // The reader treats most faults of transport alike: `lib/chain/rpc/node.test.ts` has each.
  const ways = onTheWay.filter(([name]) => isFull || distinct.includes(name));
  it("samples faults that exist", () => {
    expect(ways.map(([name]) => name)).toEqual(expect.arrayContaining(distinct));
  });
  // Each lie in an answer is told below by one of two nodes.
  it.each([...ways, ...inTheAnswers.slice(0, isFull ? undefined : 1)])(
    "%s: nothing is lost, doubled or expired too early",
    async (_, fault) => {
      await begin(0, fault);
      const sales = await sell();
      await faulty.until(() => allArrived(sales), 6);
      expect((await statuses(sales)).slice(0, 3)).not.toContain("EXPIRED");
      faulty.proxies[0]?.faults.clear();
      // What the node hid too long for a second reading is found by the balance when it is about to expire.
      if (!(await faulty.until(() => allArrived(sales), 8))) await network.pass(600);
      expect(await faulty.recover()).toEqual([]);
      expect(await statuses(sales)).toEqual(arrived);
    },
  );

  it.each(bearable)("%s: payments arrive all the same", async (_, fault) => {
    await begin(0, fault);
    const sales = await sell();
    expect(await faulty.until(() => allArrived(sales), 20), faulty.failures.at(-1)).toBe(true);
    await expectPlainHistories(sales);
    expect(await auditBooks(faulty.world, network)).toEqual([]);
  });
});

describe.each([
  ["the preferred of two nodes", 0],
  ["the second of two nodes", 1],
] as const)("%s", (_, node) => {
  beforeAll(() => openWith(2));
  afterAll(() => faulty?.world.close());
  beforeEach(() => {
    for (const { faults } of faulty.proxies) faults.clear();
  });

  // What a node says wrongly matters most where another one says otherwise.
  const kinds = isFull ? [...onTheWay, ...inTheAnswers, ...bearable] : inTheAnswers;
  it.each(kinds.filter((_kind, index) => isFull || index % 2 === node))(
    "%s: payments arrive while it lasts",
    async (_name, fault) => {
      await begin(node, fault);
      const sales = await sell();
      expect(await faulty.until(() => allArrived(sales), 30), faulty.failures.at(-1)).toBe(true);
      expect(await faulty.recover()).toEqual([]);
      await expectPlainHistories(sales);
    },
  );
});
