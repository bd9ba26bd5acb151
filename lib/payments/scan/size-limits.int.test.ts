import { describe, expect, it } from "vitest";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { findPayments } from "@/lib/payments/find-payments";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { testWallet } from "@/lib/testing/chain";
import {
  type LimitedSize,
  limitedSizes,
  type RefusalWay,
  refusalWays,
} from "@/lib/testing/fault-proxy-faults";
import { isFull } from "@/lib/testing/full-size";
import { openWorld, price, testNetwork } from "@/lib/testing/world";
import { type FaultyWorld, openFaultyWorld, shortTimeoutMs } from "@/lib/testing/world/faulty-nodes";

const network = await testNetwork();

type Case = readonly [LimitedSize, RefusalWay];

/** Every way of refusing and every size once; with FULL=1 each with each. */
const fresh: Case[] = [
  ["calls", 200],
  ["calls", 429],
  ["calls", "truncation"],
  ["addresses", 400],
  ["bytes", 413],
  ["logs", "html"],
];
const afterOutage: Case[] = [
  ["blocks", 500],
  ["blocks", "time-out"],
  ["calls", 503],
  ["bytes", "reset"],
  ["logs", 200],
];
const all = limitedSizes.flatMap((of) => refusalWays.map((by): Case => [of, by]));

/** Limits far below what the service sends by itself. */
const mostOf: Readonly<Record<LimitedSize, number>> = {
  calls: 3,
  blocks: 30,
  addresses: 4,
  bytes: 6_000,
  logs: 2,
};

/** More than one filter may hold where addresses are limited. */
const otherCheckouts = 8;

/** What became of a paid checkout whose chain is seen through two nodes with the same limit. */
type LimitedRun = {
  status: string;
  /** Failures counted against the nodes. */
  failures: number;
  /** Requests refused for their size, by both nodes. */
  refused: number;
  rounds: number;
};

type Limit = { of: LimitedSize; by: RefusalWay; most?: number };

/** The service's first start in front of nodes with this limit. */
function startFresh(limit: Limit): Promise<LimitedRun> {
  return withWorld(limit, async (faulty, setLimits) => {
    await network.chain.mine(80);
    setLimits();
    return payOneOf(await createSome(faulty));
  });
}

/** An outage of 900 blocks, with the payment in its middle. */
async function catchUpAfterOutage(limit: Limit): Promise<LimitedRun> {
  // A longer chain makes each further run slower.
  const restore = await network.chain.snapshot();
  const run = await withWorld(limit, async (faulty, setLimits) => {
    await network.chain.mine(80);
    await faulty.round();
    const created = await createSome(faulty);
    await network.chain.mine(1);
    await faulty.round();
    await network.chain.mine(450);
    const paid = await payOneOf(created);
    await network.chain.mine(450);
    await faulty.followChain();
    setLimits();
    return paid;
  });
  await restore();
  return run;
}

async function createSome({ world }: FaultyWorld): Promise<Checkout[]> {
  const { definition, usdc } = network;
  const wanted = {
    amount: price,
    chainId: definition.chainId,
    tokenAddress: usdc,
    expiryMinutes: 24 * 60,
  };
  const created: Checkout[] = [];
  for (let count = 0; count <= otherCheckouts; count++) created.push(await world.create(wanted));
  return created;
}

/** Pays the first checkout in a block that has more logs than a limited node returns at once. */
async function payOneOf([first, ...others]: readonly Checkout[]): Promise<Checkout> {
  if (first === undefined) throw new Error("there is no checkout to pay");
  await network.inOneBlock(async () => {
    await network.pay(first.depositAddress, price, { account: 1 });
    for (const [index, { depositAddress }] of others.slice(0, 2).entries())
      await network.pay(depositAddress, 1n, { account: 2 + index });
  });
  return first;
}

const mostRounds = 30;

async function withWorld(
  { of, by, most = mostOf[of] }: Limit,
  prepare: (faulty: FaultyWorld, setLimits: () => void) => Promise<Checkout>,
): Promise<LimitedRun> {
  const faulty = await openFaultyWorld(
    await openWorld([network]),
    2,
    by === "time-out" ? shortTimeoutMs : undefined,
  );
  const { world, proxies } = faulty;
  try {
    const paid = await prepare(faulty, () => {
      for (const { faults } of proxies) faults.set({ kind: "size-limit", of, most, by });
    });
    let rounds = 0;
    await faulty.until(async () => {
      rounds += 1;
      return (await world.status(paid)) === "PAID";
    }, mostRounds);
    return {
      status: await world.status(paid),
      failures: world.deps
        .reader(network.definition.chainId)
        .health()
        .reduce((sum, node) => sum + node.failures, 0),
      refused: proxies.reduce((sum, { refused }) => sum + refused, 0),
      rounds,
    };
  } finally {
    await faulty.world.close();
  }
}

/** A customer looks for the payment before the scan has come to it, on a chain of a thousand blocks. */
async function findBySender({ of, by, most = mostOf[of] }: Limit) {
  const restore = await network.chain.snapshot();
  const faulty = await openFaultyWorld(await openWorld([network]), 2);
  const { world, proxies } = faulty;
  try {
    await network.chain.mine(1_000);
    await faulty.followChain();
    await faulty.round();
    const checkout = await world.create();
    await network.pay(checkout.depositAddress, price);
    for (const { faults } of proxies) faults.set({ kind: "size-limit", of, most, by });
    const sender = testWallet(network.chain, 1).account.address.toLowerCase() as Hex;
    const { isComplete, transfers } = await findPayments(world.deps, checkout.id, sender);
    const nodes = world.deps.reader(network.definition.chainId).health();
    return {
      isComplete,
      found: transfers.length,
      failures: nodes.reduce((sum, node) => sum + node.failures, 0),
    };
  } finally {
    await faulty.world.close();
    await restore();
  }
}

describe("finds a payment on a fresh start when nodes limit", () => {
  it.each(isFull ? all : fresh)("%s and refuse by %s", async (of, by) => {
    expect(await startFresh({ of, by })).toMatchObject({ status: "PAID", failures: 0 });
  });

  it("calls to one per request", async () => {
    const run = await startFresh({ of: "calls", by: 200, most: 1 });
    expect(run).toMatchObject({ status: "PAID", failures: 0 });
  });
});

describe("finds a payment after an outage of 900 blocks when nodes limit", () => {
  it.each(isFull ? all : afterOutage)("%s and refuse by %s", async (of, by) => {
    const run = await catchUpAfterOutage({ of, by });
    expect(run).toMatchObject({ status: "PAID", failures: 0 });
    expect(run.refused).toBeGreaterThan(0);
  });

  it("blocks to ten, and remembers it", async () => {
    const run = await catchUpAfterOutage({ of: "blocks", by: 400, most: 10 });
    expect(run).toMatchObject({ status: "PAID", failures: 0 });
    // Both nodes accepted more before, which is forgotten at the second refusal; ninety pieces follow.
    expect(run.refused).toBeLessThan(40);
  });
});

it("finds a payment by its sender's address through nodes that return ten blocks at once", async () => {
  const run = await findBySender({ of: "blocks", by: 400, most: 10 });
  expect(run).toEqual({ isComplete: true, found: 1, failures: 0 });
});
