import { maxUint256 } from "viem";
import { beforeAll, describe, expect, it } from "vitest";
import { awaitReceipt } from "@/lib/chain/sender/await-receipt.chain";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { localUsdcAbi, localUsdcBytecode } from "@/lib/contracts/abi/local";
import { feeTokenAbi, feeTokenBytecode } from "@/lib/contracts/abi/testing/fee-token";
import { oddTokenAbi, oddTokenBytecode } from "@/lib/contracts/abi/testing/odd-token";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { testWallet } from "@/lib/testing/chain";
import { price, testNetwork, testWorld } from "@/lib/testing/world";
import { deploy, merchantRecord, send, transferEntries } from "@/lib/testing/world/odd-payments";
import { expireCheckouts } from "./expire-checkouts";
import { maxUnlistedLogs } from "./record-transfers";
import { verifyPayment } from "./verify-payment";

const paidEvents = ["checkout.created", "checkout.detected", "checkout.paid"];

/** Another contract with the real one's name, symbol and code. */
let fake: Hex;
let feeToken: Hex;
let odd: Hex;

const network = await testNetwork();
const second = await testNetwork({ chainId: 31338 });
const world = testWorld([network, second], { booksAgree: true });
beforeAll(async () => {
  fake = await deploy(network, localUsdcAbi, localUsdcBytecode);
  feeToken = await deploy(network, feeTokenAbi, feeTokenBytecode);
  odd = await deploy(network, oddTokenAbi, oddTokenBytecode);
  for (const token of [fake, feeToken])
    await send(network, token, localUsdcAbi, "mint", [
      testWallet(network.chain, 1).account.address,
      10n ** 15n,
    ]);
});

const lookEverywhere = async () => {
  await world.watch(31337);
  await world.watch(31338);
};
const settle = async () => {
  await lookEverywhere();
  await Promise.all([network.chain.mine(1), second.chain.mine(1)]);
  await lookEverywhere();
};
const usdcAtHome = () => ({ chainId: 31337, tokenAddress: network.usdc });
const claim = (to: Hex, value: bigint, times: bigint) =>
  send(network, odd, oddTokenAbi, "claim", [to, value, times]);

/** It stands as if nothing had come, and the right payment still pays it. */
async function expectPayable(checkout: Checkout): Promise<void> {
  expect(await merchantRecord(world, checkout)).toMatchObject({
    status: "PENDING",
    totalPaid: "0",
    paidAmount: "0",
    paymentTxHash: null,
  });
  expect(await world.events(checkout)).toBe("created");
  const { txHash } = await network.pay(checkout.depositAddress, price);
  await settle();
  expect(await merchantRecord(world, checkout)).toMatchObject({ status: "PAID", paymentTxHash: txHash });
  expect(await world.eventKinds(checkout)).toEqual(paidEvents);
}

describe("money in another token is a stray: shown, without effect on the checkout", () => {
  it("shows an accepted token, another network's, a fake and a fee token, and is paid by the right one", async () => {
    const checkout = await world.create();
    const strays = [
      { network, token: network.usdt, symbol: "USDT", arrives: price },
      { network: second, token: second.usdc, symbol: "USDC", arrives: price },
      { network, token: fake, symbol: null, arrives: price },
      { network, token: feeToken, symbol: null, arrives: price - price / 1_000n },
    ];
    const expected = [];
    for (const { network, token, symbol, arrives } of strays) {
      const { txHash } = await network.pay(checkout.depositAddress, price, { token });
      const { chainId } = network.chain;
      expected.push({
        chainId,
        token,
        symbol,
        amount: arrives.toString(),
        txHash,
        status: "final",
        counts: false,
      });
    }
    await settle();
    const record = await merchantRecord(world, checkout);
    const shown = record.transfers.map(
      ({ chainId, tokenAddress, symbol, amount, txHash, status, counts }) => ({
        chainId,
        token: tokenAddress.toLowerCase(),
        symbol,
        amount,
        txHash,
        status,
        counts,
      }),
    );
    expect(shown).toHaveLength(strays.length);
    expect(shown).toEqual(expect.arrayContaining(expected));
    const entries = transferEntries(record);
    expect(entries).toHaveLength(strays.length);
    for (const { chainId, amount, txHash } of expected)
      expect(entries).toContainEqual(
        expect.objectContaining({ kind: "received", chainId, amount, count: 1, txHash, counts: false }),
      );
    await expectPayable(checkout);
  });

  it("a token that only says so, in amounts that overflow every sum", async () => {
    const checkout = await world.create();
    await claim(checkout.depositAddress, maxUint256, 3n);
    await settle();
    const record = await merchantRecord(world, checkout);
    expect(record.transfers.map(({ amount, counts }) => [amount, counts])).toEqual(
      Array.from({ length: 3 }, () => [maxUint256.toString(), false]),
    );
    expect(transferEntries(record)).toMatchObject([{ count: 3, amount: (3n * maxUint256).toString() }]);
    await expectPayable(checkout);
  });

  it("keeps a bounded number of an unknown token's transfers, from every reader", async () => {
    const checkout = await world.create();
    const first = await claim(checkout.depositAddress, 1n, 15n);
    await expect(
      verifyPayment(world.deps, checkout.id, { txHash: first, chainId: 31337 }),
    ).rejects.toMatchObject({ code: "NO_MATCHING_TRANSFER" });
    await claim(checkout.depositAddress, 2n, 500n);
    await settle();
    for (let round = 0; round < 3; round++) {
      const hash = await claim(checkout.depositAddress, 3n, 50n);
      await expect(
        verifyPayment(world.deps, checkout.id, { txHash: hash, chainId: 31337 }),
      ).rejects.toMatchObject({ code: "NO_MATCHING_TRANSFER" });
      await settle();
    }
    const record = await merchantRecord(world, checkout);
    expect(record.transferCount).toBe(maxUnlistedLogs);
    expect(transferEntries(record)).toMatchObject([
      { amount: "15", count: 15 },
      { amount: "10", count: 5 },
    ]);
    await expectPayable(checkout);
  });
});

describe("the network's own coin", () => {
  it("has no logs: the balance pass finds it, the merchant sees it, and it pays nothing", async () => {
    const checkout = await world.create({ ...usdcAtHome(), amount: price, expiryMinutes: 1 });
    const wallet = testWallet(network.chain, 1);
    const hash = await wallet.sendTransaction({ to: checkout.depositAddress, value: 10n ** 18n });
    await awaitReceipt(network.chain.client, hash);
    await settle();
    expect(await merchantRecord(world, checkout)).toMatchObject({
      status: "PENDING",
      totalPaid: "0",
      transferCount: 0,
    });
    await Promise.all([network.pass(120), second.pass(120)]);
    await lookEverywhere();
    await expireCheckouts(world.deps);
    const record = await merchantRecord(world, checkout);
    expect(record).toMatchObject({
      status: "EXPIRED",
      isPaid: false,
      totalPaid: "0",
      transferCount: 0,
      nativeBalances: [{ chainId: 31337, amountWei: (10n ** 18n).toString() }],
    });
    expect(record.timeline.filter(({ kind }) => kind === "native.received")).toMatchObject([
      { details: { chainId: 31337, amountWei: (10n ** 18n).toString() } },
    ]);
    expect(await world.events(checkout)).toBe("created expired");
  });
});

describe("logs that look like a transfer and are none", () => {
  it("keeps nothing of them, and sees a payment beside them", async () => {
    const checkout = await world.create();
    const to = checkout.depositAddress;
    const lookalikes: [functionName: string, args: readonly unknown[]][] = [
      ["giveCollectible", [to, 7n]],
      ["mumble", [to, 0n]],
      ["mumble", [to, 31n]],
      ["overflow", [to, price]],
      ["claim", [to, 0n, 5n]],
    ];
    for (const [functionName, args] of lookalikes) await send(network, odd, oddTokenAbi, functionName, args);
    await settle();
    const record = await merchantRecord(world, checkout);
    expect(record).toMatchObject({ transfers: [], transferCount: 0 });
    expect(transferEntries(record)).toEqual([]);
    await expectPayable(checkout);
  });
});

describe("a listed token that keeps a fee", () => {
  it.each([
    [0, "PENDING", ["checkout.created", "checkout.partially_paid"]],
    [10, "PAID", paidEvents],
  ] as const)(
    "leaves the payment a little short: with %i basis points it is %s",
    async (toleranceBps, status, events) => {
      const token = { symbol: "FEE", name: "Fee token", address: feeToken, decimals: 6 };
      const chain = { ...network.definition, tokens: [...network.definition.tokens, token] };
      await world.reopen({ project: { toleranceBps }, deps: { chains: [chain] }, scanned: false });
      await world.stores.admin.acceptTokens(
        world.project.id,
        [{ chainId: 31337, tokenAddress: feeToken }],
        new Date(),
      );
      const project = await world.stores.projects.findById(world.project.id);
      if (project === null) throw new Error("the project is gone");
      world.project = project;
      await world.watch();

      const checkout = await world.create({ amount: price, chainId: 31337, tokenAddress: feeToken });
      await network.pay(checkout.depositAddress, price, { token: feeToken });
      await world.watch();
      await network.chain.mine(1);
      await world.watch();
      const arrived = await network.balance(checkout.depositAddress, feeToken);
      expect(arrived).toBe(price - price / 1_000n);
      const record = await merchantRecord(world, checkout);
      expect(record).toMatchObject({
        status,
        totalPaid: arrived.toString(),
        transfers: [{ symbol: "FEE", amount: arrived.toString(), counts: true }],
      });
      expect(transferEntries(record)).toMatchObject([{ amount: arrived.toString(), counts: true }]);
      expect(await world.eventKinds(checkout)).toEqual(events);
    },
  );
});
