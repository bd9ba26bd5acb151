import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { dieAt, sendingMoments } from "@/lib/testing/power-cut";
import { testChain, testWorld } from "@/lib/testing/world";
import { openSending, type Sending } from "@/lib/testing/world/sending";
import type { ChainSender } from "./chain-sender.port";

const chain = await testChain();
const world = testWorld();
let wallet: Sending;

beforeEach(async () => {
  wallet = await openSending(world, chain);
});
afterEach(() => chain.client.setAutomine(true));

const statuses = async () => (await wallet.sent()).map(({ nonce, status }) => `${nonce} ${status}`);

/** Looks until nothing is open, a block each time. */
async function toTheEnd(): Promise<void> {
  for (let round = 0; round < 12; round++) {
    await chain.mine(1);
    if ((await wallet.follow()).open === 0) return;
  }
  throw new Error("a transaction stays open");
}

describe("a sent transaction", () => {
  it("is stored, mined and closed with its cost once its block is final", async () => {
    expect(await wallet.send()).toBe("sent");
    const block = await chain.client.getBlockNumber({ cacheTime: 0 });
    expect(await wallet.follow({ settledUpTo: block - 1n })).toEqual({ open: 1 });
    expect(await wallet.follow({ settledUpTo: block })).toEqual({ open: 0 });
    const [sent] = await wallet.sent();
    const { gasUsed, effectiveGasPrice } = await chain.client.getTransactionReceipt({
      hash: sent?.tx_hash ?? "0x",
    });
    expect(sent).toMatchObject({
      status: "CONFIRMED",
      nonce: 0n,
      attempts: 1n,
      cost_wei: gasUsed * effectiveGasPrice,
    });
    expect(await wallet.follow()).toEqual({ open: 0 });
  });

  it("takes consecutive nonces, each owner once, when sixteen send at the same time", async () => {
    const owners = await Promise.all(Array.from({ length: 8 }, () => wallet.owner()));
    const answers = await Promise.all([...owners, ...owners].map((owner) => wallet.send(owner)));
    expect(answers.filter((answer) => answer === "sent")).toHaveLength(8);
    expect(answers.filter((answer) => answer === "taken")).toHaveLength(8);
    expect(await statuses()).toEqual(Array.from({ length: 8 }, (_, nonce) => `${nonce} SIGNED`));
    await toTheEnd();
    expect(await statuses()).toEqual(Array.from({ length: 8 }, (_, nonce) => `${nonce} CONFIRMED`));
    expect(await chain.client.getTransactionCount({ address: wallet.sender.operatorAddress })).toBe(8);
  });

  it("continues above nonces that the key used elsewhere", async () => {
    await wallet.send();
    await wallet.sendOutside(1n);
    await wallet.sendOutside(2n);
    expect(await wallet.send()).toBe("sent");
    await toTheEnd();
    expect(await statuses()).toEqual(["0 CONFIRMED", "3 CONFIRMED"]);
  });
});

describe("another transaction under the same nonce", () => {
  it("replaces it only when its own block is final; its owner is released then", async () => {
    const lost = { ...wallet.sender, broadcast: async () => ({ accepted: true, message: null }) };
    expect(await wallet.send(undefined, lost)).toBe("sent");
    await wallet.sendOutside(0n);
    const block = await chain.client.getBlockNumber({ cacheTime: 0 });
    expect(await wallet.follow({ settledUpTo: block - 1n })).toEqual({ open: 1 });
    expect(await statuses()).toEqual(["0 SIGNED"]);
    expect(await wallet.follow({ settledUpTo: block })).toEqual({ open: 0 });
    expect(await statuses()).toEqual(["0 REPLACED"]);
    expect(await wallet.owners()).toEqual(["FAILED"]);
    expect(await wallet.send()).toBe("sent");
    await toTheEnd();
    expect(await statuses()).toEqual(["0 REPLACED", "1 CONFIRMED"]);
  });
});

it("signs nothing while a node returns an impossible nonce, with an incident meanwhile", async () => {
  await wallet.send();
  const { sender } = wallet;
  const leaping = { ...sender, minedNonce: async () => (await sender.minedNonce()) + 1_001n };
  expect(await wallet.send(undefined, leaping)).toBe("nonce_leap");
  expect(await statuses()).toEqual(["0 SIGNED"]);
  expect(await wallet.incidents()).toEqual(["NONCE_LEAP"]);
  expect(await wallet.send()).toBe("sent");
  await toTheEnd();
  expect(await wallet.incidents()).toEqual(["NONCE_LEAP"]);
  await wallet.follow({ afterMs: 10 * 60_000 });
  expect(await wallet.incidents()).toEqual([]);
  expect(await statuses()).toEqual(["0 CONFIRMED", "1 CONFIRMED"]);
});

describe("a transaction that one node calls reverted", () => {
  const disputed: ChainSender["mined"] = async (txHashes) => {
    const seen = await wallet.sender.mined(txHashes);
    return seen === null ? null : { ...seen, status: "reverted", isAgreed: false };
  };

  it("stays open, with an incident when that lasts; it ends as soon as the nodes agree", async () => {
    await wallet.send();
    const liar = { ...wallet.sender, mined: disputed };
    expect(await wallet.follow({ sender: liar })).toEqual({ open: 1 });
    expect(await wallet.owners()).toEqual(["PENDING"]);
    expect(await wallet.incidents()).toEqual([]);
    expect(await wallet.follow({ sender: liar, afterMs: 10 * 60_000 })).toEqual({ open: 1 });
    expect(await wallet.incidents()).toEqual(["NODES_DISAGREE"]);
    expect(await wallet.follow()).toEqual({ open: 0 });
    expect(await statuses()).toEqual(["0 CONFIRMED"]);
    expect(await wallet.incidents()).toEqual([]);
  });
});

describe("a hole in the nonces", () => {
  /** A node that is ahead of what is true makes the wallet leave a nonce out. */
  const ahead = () => ({ ...wallet.sender, minedNonce: async () => (await wallet.sender.minedNonce()) + 1n });

  it("is filled when no next transaction can use it", async () => {
    await wallet.send(undefined, ahead());
    await toTheEnd();
    expect((await wallet.sent()).map(({ nonce, purpose, status }) => [nonce, purpose, status])).toEqual([
      [0n, "FILL", "CONFIRMED"],
      [1n, "SETTLEMENT", "CONFIRMED"],
    ]);
  });

  it("is used by the next transaction, before any higher nonce", async () => {
    await wallet.send(undefined, ahead());
    await wallet.send();
    await toTheEnd();
    expect((await wallet.sent()).map(({ nonce, purpose }) => [nonce, purpose])).toEqual([
      [0n, "SETTLEMENT"],
      [1n, "SETTLEMENT"],
    ]);
  });
});

describe("a crash", () => {
  it.each(sendingMoments)(
    "at %s (%s it is done) ends in one transaction for the owner",
    async (...moment) => {
      const owner = await wallet.owner();
      dieAt(wallet.deps, moment);
      await expect(wallet.send(owner)).rejects.toThrow("the power went");
      await wallet.follow();
      expect(await wallet.send(owner)).toBe(moment[1] === "before" ? "sent" : "taken");
      await toTheEnd();
      expect(await statuses()).toEqual(["0 CONFIRMED"]);
      expect((await wallet.sent())[0]?.attempts).toBe(1n);
    },
  );

  it.each(sendingMoments)("of a fill at %s (%s it is done) leaves no gap", async (...moment) => {
    const minedNonce = async () => (await wallet.sender.minedNonce()) + 1n;
    await wallet.send(undefined, { ...wallet.sender, minedNonce });
    dieAt(wallet.deps, moment);
    await expect(wallet.follow()).rejects.toThrow("the power went");
    await toTheEnd();
    expect(await statuses()).toEqual(["0 CONFIRMED", "1 CONFIRMED"]);
  });
});

const gwei = 10n ** 9n;

/** A block under this base fee, whatever the one before it had. */
async function mineAt(baseFeePerGas: bigint): Promise<void> {
  await chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas });
  await chain.client.mine({ blocks: 1 });
}

type AttemptRow = { raw_transaction: Hex; tx_hash: Hex; max_fee_per_gas: bigint };
const attempts = async () =>
  (
    await world.stores.database.pool.query<AttemptRow>(
      "SELECT raw_transaction, tx_hash, max_fee_per_gas FROM transaction_attempts ORDER BY transaction_id, ordinal",
    )
  ).rows;

/** Looks every twenty seconds while no block takes it, until there are so many attempts. */
async function raiseTo(count: number, baseFee = 30n * gwei): Promise<AttemptRow[]> {
  for (let look = 0; look < 60; look++) {
    await mineAt(baseFee);
    await wallet.follow();
    const rows = await attempts();
    if (rows.length >= count) return rows;
  }
  throw new Error(`there are not ${count} attempts`);
}

/** The base fee is low again; the node may have to be told of what it had dropped. */
async function calmDown(): Promise<void> {
  for (let look = 0; look < 6; look++) {
    await mineAt(gwei);
    if ((await wallet.follow()).open === 0) return;
  }
  throw new Error("a transaction stays open");
}

describe("a stuck transaction", () => {
  beforeEach(async () => {
    await chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: gwei });
    await chain.mine(1);
    await world.reopen();
    wallet = await openSending(world, chain, { maxFeePerGasWei: 40n * gwei });
    await chain.client.setAutomine(false);
  });

  it("is sent again with the same bytes for a minute, then pays the market's fee and is mined", async () => {
    await wallet.send();
    await mineAt(10n * gwei);
    await wallet.follow();
    await wallet.follow();
    expect(await attempts()).toHaveLength(1);
    const [first, second] = await raiseTo(2, 10n * gwei);
    expect(second?.max_fee_per_gas).toBeGreaterThanOrEqual(
      ((first?.max_fee_per_gas ?? 0n) * 1_125n) / 1_000n,
    );
    expect(second?.max_fee_per_gas).toBeGreaterThan(10n * gwei);
    await mineAt(10n * gwei);
    expect(await wallet.follow()).toEqual({ open: 0 });
    expect(await wallet.sent()).toMatchObject([
      { status: "CONFIRMED", nonce: 0n, attempts: 2n, tx_hash: second?.tx_hash },
    ]);
    expect(await wallet.owners()).toEqual(["FAILED"]);
  });

  it("may be mined in any of its attempts, the first too", async () => {
    await wallet.send();
    const [first] = await raiseTo(2);
    await chain.client.request({ method: "anvil_dropAllTransactions" } as never);
    await mineAt(gwei);
    await chain.client.sendRawTransaction({ serializedTransaction: first?.raw_transaction ?? "0x" });
    await mineAt(gwei);
    expect(await wallet.follow()).toEqual({ open: 0 });
    expect(await wallet.sent()).toMatchObject([
      { status: "CONFIRMED", tx_hash: first?.tx_hash, attempts: 2n },
    ]);
  });

  it("is raised one nonce at a time: later ones wait for it, not for fees", async () => {
    await wallet.send();
    await wallet.send();
    await raiseTo(3);
    expect((await wallet.sent()).map((sent) => sent.attempts)).toEqual([2n, 1n]);
    await calmDown();
    expect((await wallet.sent()).map(({ status }) => status)).toEqual(["CONFIRMED", "CONFIRMED"]);
  });

  it("goes on after a crash between the raise and the broadcast", async () => {
    await wallet.send();
    dieAt(wallet.deps, ["addAttempt", "after"]);
    await expect(raiseTo(2)).rejects.toThrow("the power went");
    expect(await attempts()).toHaveLength(2);
    await wallet.follow();
    await mineAt(30n * gwei);
    expect(await wallet.follow()).toEqual({ open: 0 });
    expect(await wallet.sent()).toMatchObject([{ status: "CONFIRMED", attempts: 2n }]);
  });

  it("ends at the ceiling, with an incident after ten times the wait; mining closes it", async () => {
    await mineAt(15n * gwei);
    await wallet.send();
    for (let look = 0; look < 60; look++) {
      await mineAt(60n * gwei);
      await wallet.follow();
      if ((await wallet.incidents()).includes("TRANSACTION_STUCK")) break;
    }
    expect(await wallet.incidents()).toEqual(["TRANSACTION_STUCK"]);
    const rows = await attempts();
    for (const { max_fee_per_gas: fee } of rows) expect(fee).toBeLessThanOrEqual(40n * gwei);
    expect(rows.at(-1)?.max_fee_per_gas).toBeGreaterThan(36n * gwei);
    await calmDown();
    await wallet.follow();
    expect(await wallet.incidents()).toEqual([]);
  });
});
