import { encodeFunctionData, erc20Abi, type Hex } from "viem";
import { beforeEach, describe, expect, it } from "vitest";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { auditBooks } from "@/lib/testing/audit";
import { testWallet } from "@/lib/testing/chain";
import { price, testNetwork, testWorld } from "@/lib/testing/world";

let checkout: Checkout;

const network = await testNetwork();
const world = testWorld([network]);
beforeEach(async () => {
  await network.chain.mine(2);
  checkout = await world.create();
  await world.scan();
});

async function logIndexes(): Promise<number[]> {
  const rows = await world.query<{ log_index: number }>(
    "SELECT log_index FROM transfers WHERE checkout_id = $1 AND id NOT LIKE 'orphan%' ORDER BY id",
    [checkout.id],
  );
  return rows.map(({ log_index }) => log_index);
}

/** Final, and as the chain has it. */
async function expectPaid(...checkouts: readonly Checkout[]) {
  await world.mineAndWatch(2);
  expect(await auditBooks(world, network)).toEqual([]);
  for (const paid of checkouts) expect(await world.status(paid)).toBe("PAID");
}

describe("a payment that a reorg includes again", () => {
  it("is one payment when another transaction now precedes it in its block", async () => {
    const other = await world.create();
    const sent: Hex[] = [];
    await network.inOneBlock(async () => {
      sent.push((await network.pay(checkout.depositAddress, price, { account: 1 })).rawTransaction);
      sent.push((await network.pay(other.depositAddress, price, { account: 2 })).rawTransaction);
    });
    await world.watch();
    const [before] = await logIndexes();
    expect(await world.status(other)).toBe("DETECTED");

    // anvil orders a block by fee, then by arrival.
    await network.chain.reorg(
      1,
      [...sent].reverse().map((raw): [Hex, number] => [raw, 0]),
    );
    await world.watch();
    const [, after] = await logIndexes();
    expect([before, after].sort()).toEqual([0, 1]);
    expect(await world.events(checkout)).toBe("created detected");
    await expectPaid(checkout, other);
  });

  it("is one payment when its own transaction emits other logs in the new block", async () => {
    const till = await deployTill();
    await network.pay(till, price);
    const rawTransaction = await payByTill(till, checkout.depositAddress, price);
    if (((await network.chain.client.getBlockNumber({ cacheTime: 0 })) & 1n) === 0n)
      await network.chain.mine(1);
    await network.chain.client.sendRawTransaction({ serializedTransaction: rawTransaction });
    await network.chain.mined();
    await network.chain.mine(1);
    await world.scan();
    expect(await world.status(checkout)).toBe("DETECTED");

    await network.chain.reorg(2, [[rawTransaction, 1]]);
    await world.scan();
    const [before, after] = await logIndexes();
    expect(before).not.toBe(after);
    expect(await world.events(checkout)).toBe("created detected");
    await expectPaid(checkout);
  });

  it("is one payment when it moves down and up again through several blocks", async () => {
    const { rawTransaction } = await network.pay(checkout.depositAddress, price);
    await network.chain.mine(4);
    await world.scan();
    for (const place of [4, 0, 2, 1, 3]) {
      await network.chain.reorg(5, [[rawTransaction, place]]);
      await world.scan();
      expect(await auditBooks(world, network)).not.toContainEqual(expect.stringMatching(/transfer|ledger/));
    }
    expect(await world.events(checkout)).toBe("created detected");
    await expectPaid(checkout);
  });
});

describe("a payment that a reorg drops", () => {
  it("is replaced by another payer's, which then detects the checkout", async () => {
    const { txHash } = await network.pay(checkout.depositAddress, price, { account: 1 });
    await world.scan();
    expect(await world.find(checkout)).toMatchObject({ status: "DETECTED", paymentTxHash: txHash });

    await network.chain.reorg(1);
    const replaced = await network.pay(checkout.depositAddress, price, { account: 2 });
    await world.scan();
    expect(await world.find(checkout)).toMatchObject({
      status: "DETECTED",
      totalPaidUnits: price,
      paymentTxHash: replaced.txHash,
    });
    expect(await world.events(checkout)).toBe("created detected");
    await expectPaid(checkout);
  });

  it("leaves the checkout to another payer who pays less: it waits for the rest", async () => {
    await network.pay(checkout.depositAddress, price, { account: 1 });
    await world.scan();
    await network.chain.reorg(1);
    await network.pay(checkout.depositAddress, price - 1n, { account: 2 });
    await world.scan();
    expect(await world.find(checkout)).toMatchObject({ status: "PENDING", totalPaidUnits: price - 1n });
    await network.pay(checkout.depositAddress, 1n, { account: 3 });
    await world.scan();
    await expectPaid(checkout);
  });

  it("counts as late when it comes back in a block after its time", async () => {
    const short = await world.createFor(1);
    const { rawTransaction } = await network.pay(short.depositAddress, price);
    await world.scan();
    expect(await world.status(short)).toBe("DETECTED");
    await network.chain.reorg(1);
    await network.pass(120);
    await network.chain.client.sendRawTransaction({ serializedTransaction: rawTransaction });
    await world.mineAndWatch(2);
    expect(await world.status(short)).toBe("LATE_PAID");
    expect(await auditBooks(world, network)).toEqual([]);
  });
});

/** Passes a call on to the contract named first; in blocks of odd number it emits a log of its own before. */
const tillCode: Hex = "0x4360011615600b575f5fa05b6020360360205f375f5f602036035f5f5f355af100";

async function deployTill(): Promise<Hex> {
  const address: Hex = "0x00000000000000000000000000000000000071ff";
  await network.chain.client.setCode({ address, bytecode: tillCode });
  return address;
}

async function payByTill(till: Hex, to: Hex, amountUnits: bigint): Promise<Hex> {
  const { account } = testWallet(network.chain, 3);
  const call = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to, amountUnits] });
  return account.signTransaction({
    type: "eip1559",
    chainId: network.definition.chainId,
    to: till,
    data: `0x${network.usdc.slice(2).padStart(64, "0")}${call.slice(2)}`,
    gas: 200_000n,
    maxFeePerGas: 10n ** 11n,
    maxPriorityFeePerGas: 1n,
    nonce: await network.chain.client.getTransactionCount({ address: account.address, blockTag: "pending" }),
  });
}
