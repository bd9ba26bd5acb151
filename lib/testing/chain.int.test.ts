import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestChain, type TestChain, testWallet } from "@/lib/testing/chain";

describe("startTestChain", () => {
  let chain: TestChain;

  beforeAll(async () => {
    chain = await startTestChain();
  });

  afterAll(() => chain.stop());

  const height = () => chain.client.getBlockNumber({ cacheTime: 0 });
  const hashAt = async (blockNumber: bigint) => (await chain.client.getBlock({ blockNumber })).hash;

  it("mines a block for a transaction, and any number of further ones", async () => {
    const before = await height();
    await testWallet(chain, 0).sendTransaction({ to: testWallet(chain, 1).account.address, value: 1n });
    await chain.mined();
    expect(await height()).toBe(before + 1n);
    await chain.mine(5);
    expect(await height()).toBe(before + 6n);
  });

  it("sets and advances the time of its blocks", async () => {
    const { timestamp } = await chain.client.getBlock();
    await chain.setTime(Number(timestamp) + 1_000);
    expect((await chain.client.getBlock()).timestamp).toBe(timestamp + 1_000n);
    await chain.advance(3_600);
    expect((await chain.client.getBlock()).timestamp).toBeGreaterThanOrEqual(timestamp + 4_600n);
  });

  it("replaces its newest blocks by others and keeps the earlier ones", async () => {
    await chain.mine(25);
    const top = await height();
    const [kept, replaced] = await Promise.all([hashAt(top - 20n), hashAt(top - 19n)]);
    await chain.reorg(20);
    expect(await height()).toBe(top);
    expect(await hashAt(top - 20n)).toBe(kept);
    expect(await hashAt(top - 19n)).not.toBe(replaced);
  });

  it("goes back to a snapshot", async () => {
    const before = await height();
    const restore = await chain.snapshot();
    await chain.mine(3);
    await restore();
    expect(await height()).toBe(before);
  });
});
