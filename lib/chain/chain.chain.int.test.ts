import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { depositAddresses } from "@/lib/chain/contracts/deposit-address.chain";
import { type ChainReader, ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import { awaitReceipt } from "@/lib/chain/sender/await-receipt.chain";
import { createChainSender, createLocalSigner } from "@/lib/chain/sender/chain-sender.chain";
import type { ChainSender } from "@/lib/chain/sender/chain-sender.port";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { type TestChain, testWallet } from "@/lib/testing/chain";
import { operatorKey } from "@/lib/testing/network";
import { testNetwork } from "@/lib/testing/world";

const chainId = 31337;
let client: TestChain["client"];
let reader: ChainReader;
let sender: ChainSender;
let token: Hex;
let operator: Hex;
let payer: Hex;

const anyTransfer = () => ({ to: null, tokens: [token] });
const pay = async (to: Hex, amount: bigint) => (await network.pay(to, amount)).receipt;

const network = await testNetwork();
beforeAll(async () => {
  ({ reader, usdc: token } = network);
  ({ client } = network.chain);
  sender = createChainSender({
    chainId,
    rpcUrls: [network.chain.rpcUrl],
    signer: createLocalSigner(operatorKey),
    factoryAddress: depositAddresses.factory,
  });
  [operator, payer] = [0, 1].map((index) => lower(testWallet(network.chain, index).account.address)) as [
    Hex,
    Hex,
  ];
  await client.mine({ blocks: 100 });
});
const lower = (value: string) => value.toLowerCase() as Hex;

let deposit: Hex;
let terms: { checkoutId: string; merchantAddress: Hex; refundAuthority: Hex; openSweep: boolean };
let checkouts = 0;

beforeEach(() => {
  terms = {
    checkoutId: `chk_${++checkouts}`,
    merchantAddress: `0x${"ab".repeat(20)}`,
    refundAuthority: `0x${"cd".repeat(20)}`,
    openSweep: true,
  };
  deposit = depositAddresses.derive(terms);
});

describe("the reader", () => {
  it("returns the newest block with its hash, and the tags behind it", async () => {
    const latest = await client.getBlock();
    const heads = await reader.heads();
    expect(heads.latest).toEqual({
      number: latest.number,
      hash: latest.hash,
      parentHash: latest.parentHash,
      timestamp: new Date(Number(latest.timestamp) * 1_000),
    });
    const [safe, finalized] = await Promise.all([
      client.getBlock({ blockTag: "safe" }),
      client.getBlock({ blockTag: "finalized" }),
    ]);
    expect(heads.safeNumber).toBe(safe.number);
    expect(heads.finalizedNumber).toBe(finalized.number);
    expect(finalized.number).toBeLessThan(latest.number);
  });

  it("reads headers that follow each other, and null beyond the head", async () => {
    const { latest } = await reader.heads();
    const [first, second, none] = await reader.headers([
      latest.number - 1n,
      latest.number,
      latest.number + 5n,
    ]);
    expect(second?.parentHash).toBe(first?.hash);
    expect(second).toEqual(latest);
    expect(none).toBeNull();
    expect(await reader.header(latest.number)).toEqual(latest);
  });

  it("returns a transfer by range, by block hash and in its receipt alike", async () => {
    const paid = await pay(deposit, 5_000_000n);
    const expected = {
      blockNumber: paid.blockNumber,
      blockHash: paid.blockHash,
      txHash: paid.transactionHash,
      logIndex: 0,
      tokenAddress: token,
      from: payer,
      to: deposit,
      amountUnits: 5_000_000n,
    };
    const range = { fromBlock: paid.blockNumber - 3n, toBlock: paid.blockNumber };
    const single = { blockHash: paid.blockHash };
    const found = { transfers: [expected], sweeps: [], refunds: [] };
    const nothing = { transfers: [], sweeps: [], refunds: [] };
    const tokens = [token];
    for (const asked of [range, { ...range, toBlockHash: paid.blockHash }, single]) {
      expect(await reader.logs(asked, { to: [deposit], tokens })).toEqual(found);
      expect(await reader.logs(asked, { to: null, tokens })).toEqual(found);
      expect(await reader.logs(asked, { to: [deposit], tokens: null })).toEqual(found);
      expect(await reader.logs(asked, { to: null, tokens: [payer] })).toEqual(nothing);
      expect(await reader.logs(asked, { to: [operator], tokens })).toEqual(nothing);
      expect(await reader.logs(asked, null)).toEqual(nothing);
    }
    const receipts = await reader.receipts([`0x${"12".repeat(32)}`, paid.transactionHash]);
    expect(receipts).toEqual([null, (await reader.receipts([paid.transactionHash]))[0]]);
    expect((await reader.receipts([paid.transactionHash]))[0]).toEqual({
      txHash: paid.transactionHash,
      blockNumber: paid.blockNumber,
      blockHash: paid.blockHash,
      status: "success",
      transfers: [expected],
      refunds: [],
    });
  });

  it("returns other hashes after a reorg, without the transfer", async () => {
    const paid = await pay(deposit, 1_000_000n);
    await client.mine({ blocks: 2 });
    const numbers = [paid.blockNumber - 1n, paid.blockNumber, paid.blockNumber + 1n];
    const before = await reader.headers(numbers);
    await network.chain.reorg(3);
    const after = await reader.headers(numbers);
    expect(after[0]).toEqual(before[0]);
    expect(after[1]?.hash).not.toBe(before[1]?.hash);
    expect(after[2]?.hash).not.toBe(before[2]?.hash);
    expect(after[1]?.parentHash).toBe(before[0]?.hash);
    expect((await reader.receipts([paid.transactionHash]))[0]).toBeNull();
    const range = { fromBlock: paid.blockNumber, toBlock: paid.blockNumber };
    expect((await reader.logs(range, { to: [deposit], tokens: null })).transfers).toEqual([]);
    await expect(reader.logs({ ...range, toBlockHash: paid.blockHash }, anyTransfer())).rejects.toThrow(
      ChainUnavailable,
    );
  });
});

describe("the sender", () => {
  const item = () => ({ ...terms, depositAddress: deposit, tokenAddress: token });
  const balance = (address: Hex) => network.balance(address);

  it("sweeps a deposit to its merchant, and the reader finds it", async () => {
    await pay(deposit, 4_500_000n);
    const before = await balance(terms.merchantAddress);
    const signed = await sender.sign((await sender.prepareSweep([item()])).call, await sender.minedNonce());
    expect(await sender.broadcast(signed.rawTransaction)).toEqual({ accepted: true, message: null });
    const receipt = await awaitReceipt(client, signed.txHash);
    expect(receipt.status).toBe("success");
    expect(receipt.gasUsed).toBeLessThan(signed.gasLimit);
    expect(await balance(terms.merchantAddress)).toBe(before + 4_500_000n);
    expect(await balance(deposit)).toBe(0n);
    const swept = {
      blockNumber: receipt.blockNumber,
      blockHash: receipt.blockHash,
      txHash: signed.txHash,
      depositAddress: deposit,
      tokenAddress: token,
      amountUnits: 4_500_000n,
    };
    const range = { fromBlock: receipt.blockNumber - 1n, toBlock: receipt.blockNumber };
    for (const asked of [range, { blockHash: receipt.blockHash }]) {
      expect((await reader.logs(asked, null)).sweeps).toMatchObject([swept]);
      expect((await reader.logs(asked, null, [deposit])).sweeps).toMatchObject([swept]);
      expect((await reader.logs(asked, null, [payer])).sweeps).toEqual([]);
    }

    // The same bytes once more: anyone who finds them after a crash may send them again.
    expect(await sender.broadcast(signed.rawTransaction)).toMatchObject({
      accepted: true,
      message: expect.stringMatching(/nonce too low|already/i),
    });
  });

  it("sweeps fifty deposits in one call within the estimated gas", async () => {
    const items = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const each = { ...terms, checkoutId: `${terms.checkoutId}_${index}` };
        return { ...each, depositAddress: depositAddresses.derive(each), tokenAddress: token };
      }),
    );
    for (const { depositAddress } of items) await pay(depositAddress, 1_000n);
    const before = await balance(terms.merchantAddress);
    const signed = await sender.sign((await sender.prepareSweep(items)).call, await sender.minedNonce());
    await sender.broadcast(signed.rawTransaction);
    const receipt = await awaitReceipt(client, signed.txHash);
    expect(receipt.status).toBe("success");
    expect((await reader.logs({ blockHash: receipt.blockHash }, null)).sweeps).toHaveLength(50);
    expect(await balance(terms.merchantAddress)).toBe(before + 50_000n);
  });

  it("refuses to prepare a sweep that the contract would refuse", async () => {
    const closed = { ...terms, openSweep: false };
    const refused = {
      ...closed,
      depositAddress: depositAddresses.derive(closed),
      tokenAddress: token,
    };
    await expect(sender.prepareSweep([refused])).rejects.toMatchObject({
      name: "CallRefused",
      reason: "NOTHING_SWEPT",
    });
  });
});
