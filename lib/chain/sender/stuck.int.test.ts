import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { startTestChain, type TestChain } from "@/lib/testing/chain";
import { openSendingWorld, type SendingWorld } from "@/lib/testing/sending-world";

let chain: TestChain;
let world: SendingWorld;
const gwei = 10n ** 9n;

beforeAll(async () => {
  chain = await startTestChain();
});
afterAll(() => chain?.stop());
beforeEach(async () => {
  await chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: gwei });
  await chain.mine(1);
  world = await openSendingWorld(chain, { maxFeePerGasWei: 40n * gwei });
  await chain.client.setAutomine(false);
});
afterEach(async () => {
  await chain.client.setAutomine(true);
  await world?.close();
});

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
    await world.follow();
    const rows = await attempts();
    if (rows.length >= count) return rows;
  }
  throw new Error(`there are not ${count} attempts`);
}

/** The base fee is low again; the node may have to be told of what it had dropped. */
async function calmDown(): Promise<void> {
  for (let look = 0; look < 6; look++) {
    await mineAt(gwei);
    if ((await world.follow()).open === 0) return;
  }
  throw new Error("a transaction stays open");
}

describe("a stuck transaction", () => {
  it("is sent again with the same bytes for a minute, then pays the market's fee and is mined", async () => {
    await world.send();
    await mineAt(10n * gwei);
    await world.follow();
    await world.follow();
    expect(await attempts()).toHaveLength(1);
    const [first, second] = await raiseTo(2, 10n * gwei);
    expect(second?.max_fee_per_gas).toBeGreaterThanOrEqual(
      ((first?.max_fee_per_gas ?? 0n) * 1_125n) / 1_000n,
    );
    expect(second?.max_fee_per_gas).toBeGreaterThan(10n * gwei);
    await mineAt(10n * gwei);
    expect(await world.follow()).toEqual({ open: 0 });
    expect(await world.sent()).toMatchObject([
      { status: "CONFIRMED", nonce: 0n, attempts: 2n, tx_hash: second?.tx_hash },
    ]);
    expect(await world.owners()).toEqual(["FAILED"]);
  });

  it("may be mined in any of its attempts, the first too", async () => {
    await world.send();
    const [first] = await raiseTo(2);
    await chain.client.request({ method: "anvil_dropAllTransactions" } as never);
    await mineAt(gwei);
    await chain.client.sendRawTransaction({ serializedTransaction: first?.raw_transaction ?? "0x" });
    await mineAt(gwei);
    expect(await world.follow()).toEqual({ open: 0 });
    expect(await world.sent()).toMatchObject([
      { status: "CONFIRMED", tx_hash: first?.tx_hash, attempts: 2n },
    ]);
  });

  it("is raised one nonce at a time: those behind it wait for it, not for fees", async () => {
    await world.send();
    await world.send();
    await raiseTo(3);
    expect((await world.sent()).map((sent) => sent.attempts)).toEqual([2n, 1n]);
    await calmDown();
    expect((await world.sent()).map(({ status }) => status)).toEqual(["CONFIRMED", "CONFIRMED"]);
  });

  it("is raised once when two look at the same time", async () => {
    await world.send();
    await mineAt(30n * gwei);
    for (let look = 0; look < 4; look++) await world.follow();
    world.aheadMs += 20_000;
    await Promise.all([
      world.follow({ afterMs: 0 }),
      world.follow({ afterMs: 0 }),
      world.follow({ afterMs: 0 }),
    ]);
    expect(await attempts()).toHaveLength(2);
  });

  it("goes on after a crash between the raise and the broadcast", async () => {
    await world.send();
    world.deps.killPoint = (name) => {
      if (name === "settlement.raised") throw new Error("the power went");
    };
    await expect(raiseTo(2)).rejects.toThrow("the power went");
    world.deps.killPoint = () => undefined;
    expect(await attempts()).toHaveLength(2);
    await world.follow();
    await mineAt(30n * gwei);
    expect(await world.follow()).toEqual({ open: 0 });
    expect(await world.sent()).toMatchObject([{ status: "CONFIRMED", attempts: 2n }]);
  });

  it("ends at the ceiling, and is told of once it waits there ten times as long; mined, that is over", async () => {
    await mineAt(15n * gwei);
    await world.send();
    for (let look = 0; look < 60; look++) {
      await mineAt(60n * gwei);
      await world.follow();
      if ((await world.incidents()).includes("TRANSACTION_STUCK")) break;
    }
    expect(await world.incidents()).toEqual(["TRANSACTION_STUCK"]);
    const rows = await attempts();
    for (const { max_fee_per_gas: fee } of rows) expect(fee).toBeLessThanOrEqual(40n * gwei);
    expect(rows.at(-1)?.max_fee_per_gas).toBeGreaterThan(36n * gwei);
    await calmDown();
    await world.follow();
    expect(await world.incidents()).toEqual([]);
  });
});
