import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestChain, type TestChain } from "@/lib/testing/chain";
import { openSendingWorld, type SendingWorld } from "@/lib/testing/sending-world";
import type { ChainSender } from "./chain-sender.port";

let chain: TestChain;
let world: SendingWorld;

beforeAll(async () => {
  chain = await startTestChain();
});
afterAll(() => chain?.stop());
beforeEach(async () => {
  world = await openSendingWorld(chain);
});
afterEach(async () => {
  await chain.client.setAutomine(true);
  await world?.close();
});

const statuses = async () => (await world.sent()).map(({ nonce, status }) => `${nonce} ${status}`);

/** Looks until nothing is open, a block each time. */
async function toTheEnd(): Promise<void> {
  for (let round = 0; round < 12; round++) {
    await chain.mine(1);
    if ((await world.follow()).open === 0) return;
  }
  throw new Error("a transaction stays open");
}

describe("what is sent", () => {
  it("is stored, mined and ends with its cost when its block is final, not before", async () => {
    expect(await world.send()).toBe("sent");
    const block = await chain.client.getBlockNumber({ cacheTime: 0 });
    expect(await world.follow({ settledUpTo: block - 1n })).toEqual({ open: 1 });
    expect(await world.follow({ settledUpTo: block })).toEqual({ open: 0 });
    const [sent] = await world.sent();
    const { gasUsed, effectiveGasPrice } = await chain.client.getTransactionReceipt({
      hash: sent?.tx_hash ?? "0x",
    });
    expect(sent).toMatchObject({
      status: "CONFIRMED",
      nonce: 0n,
      attempts: 1n,
      cost_wei: gasUsed * effectiveGasPrice,
    });
    expect(await world.follow()).toEqual({ open: 0 });
  });

  it("takes consecutive nonces, each owner once, when sixteen send at the same time", async () => {
    const owners = await Promise.all(Array.from({ length: 8 }, () => world.owner()));
    const answers = await Promise.all([...owners, ...owners].map((owner) => world.send(owner)));
    expect(answers.filter((answer) => answer === "sent")).toHaveLength(8);
    expect(answers.filter((answer) => answer === "taken")).toHaveLength(8);
    expect(await statuses()).toEqual(Array.from({ length: 8 }, (_, nonce) => `${nonce} SIGNED`));
    await toTheEnd();
    expect(await statuses()).toEqual(Array.from({ length: 8 }, (_, nonce) => `${nonce} CONFIRMED`));
    expect(await chain.client.getTransactionCount({ address: world.sender.operatorAddress })).toBe(8);
  });

  it("goes on above what the key was used for elsewhere", async () => {
    await world.send();
    await world.sendOutside(1n);
    await world.sendOutside(2n);
    expect(await world.send()).toBe("sent");
    await toTheEnd();
    expect(await statuses()).toEqual(["0 CONFIRMED", "3 CONFIRMED"]);
  });
});

describe("another transaction under the same nonce", () => {
  it("replaces it only when its own block is final; what it was for is free then", async () => {
    const lost = { ...world.sender, broadcast: async () => ({ accepted: true, message: null }) };
    expect(await world.send(undefined, lost)).toBe("sent");
    await world.sendOutside(0n);
    const block = await chain.client.getBlockNumber({ cacheTime: 0 });
    expect(await world.follow({ settledUpTo: block - 1n })).toEqual({ open: 1 });
    expect(await statuses()).toEqual(["0 SIGNED"]);
    expect(await world.follow({ settledUpTo: block })).toEqual({ open: 0 });
    expect(await statuses()).toEqual(["0 REPLACED"]);
    expect(await world.owners()).toEqual(["FAILED"]);
    expect(await world.send()).toBe("sent");
    await toTheEnd();
    expect(await statuses()).toEqual(["0 REPLACED", "1 CONFIRMED"]);
  });
});

it("signs nothing while a node tells a nonce that cannot be true, and tells of it until that is over", async () => {
  await world.send();
  const { sender } = world;
  const leaping = { ...sender, minedNonce: async () => (await sender.minedNonce()) + 1_001n };
  expect(await world.send(undefined, leaping)).toBe("nonce_leap");
  expect(await statuses()).toEqual(["0 SIGNED"]);
  expect(await world.incidents()).toEqual(["NONCE_LEAP"]);
  expect(await world.send()).toBe("sent");
  await toTheEnd();
  expect(await world.incidents()).toEqual(["NONCE_LEAP"]);
  await world.follow({ afterMs: 10 * 60_000 });
  expect(await world.incidents()).toEqual([]);
  expect(await statuses()).toEqual(["0 CONFIRMED", "1 CONFIRMED"]);
});

describe("a transaction that one node alone calls reverted", () => {
  const disputed: ChainSender["mined"] = async (txHashes) => {
    const seen = await world.sender.mined(txHashes);
    return seen === null ? null : { ...seen, status: "reverted", isAgreed: false };
  };

  it("stays open, and somebody is told when that goes on; it ends as soon as the nodes agree", async () => {
    await world.send();
    const liar = { ...world.sender, mined: disputed };
    expect(await world.follow({ sender: liar })).toEqual({ open: 1 });
    expect(await world.owners()).toEqual(["PENDING"]);
    expect(await world.incidents()).toEqual([]);
    expect(await world.follow({ sender: liar, afterMs: 10 * 60_000 })).toEqual({ open: 1 });
    expect(await world.incidents()).toEqual(["NODES_DISAGREE"]);
    expect(await world.follow()).toEqual({ open: 0 });
    expect(await statuses()).toEqual(["0 CONFIRMED"]);
    expect(await world.incidents()).toEqual([]);
  });
});

describe("a hole in the nonces", () => {
  /** A node that is ahead of what is true makes the wallet leave a nonce out. */
  const ahead = () => ({ ...world.sender, minedNonce: async () => (await world.sender.minedNonce()) + 1n });

  it("is filled when nothing comes that it could carry", async () => {
    await world.send(undefined, ahead());
    await toTheEnd();
    expect((await world.sent()).map(({ nonce, purpose, status }) => [nonce, purpose, status])).toEqual([
      [0n, "FILL", "CONFIRMED"],
      [1n, "SETTLEMENT", "CONFIRMED"],
    ]);
  });

  it("carries what comes next, before any nonce above it", async () => {
    await world.send(undefined, ahead());
    await world.send();
    await toTheEnd();
    expect((await world.sent()).map(({ nonce, purpose }) => [nonce, purpose])).toEqual([
      [0n, "SETTLEMENT"],
      [1n, "SETTLEMENT"],
    ]);
  });

  it("is filled once, when two look at the same time", async () => {
    await world.send(undefined, ahead());
    world.aheadMs += 20_000;
    await Promise.all([world.follow({ afterMs: 0 }), world.follow({ afterMs: 0 })]);
    await toTheEnd();
    expect((await world.sent()).map(({ purpose }) => purpose)).toEqual(["FILL", "SETTLEMENT"]);
  });
});

describe("a crash", () => {
  it.each(["settlement.prepared", "settlement.signed", "settlement.broadcast"])(
    "at %s ends in one transaction for the owner",
    async (point) => {
      const owner = await world.owner();
      world.deps.killPoint = (name) => {
        if (name === point) throw new Error("the power went");
      };
      await expect(world.send(owner)).rejects.toThrow("the power went");
      world.deps.killPoint = () => undefined;
      await world.follow();
      expect(await world.send(owner)).toBe(point === "settlement.prepared" ? "sent" : "taken");
      await toTheEnd();
      expect(await statuses()).toEqual(["0 CONFIRMED"]);
      expect((await world.sent())[0]?.attempts).toBe(1n);
    },
  );

  it.each(["fill.prepared", "fill.signed", "fill.broadcast"])("at %s leaves no hole", async (point) => {
    const minedNonce = async () => (await world.sender.minedNonce()) + 1n;
    await world.send(undefined, { ...world.sender, minedNonce });
    world.deps.killPoint = (name) => {
      if (name === point) throw new Error("the power went");
    };
    await expect(world.follow()).rejects.toThrow("the power went");
    world.deps.killPoint = () => undefined;
    await toTheEnd();
    expect(await statuses()).toEqual(["0 CONFIRMED", "1 CONFIRMED"]);
  });
});
