import { type Address, createTestClient, erc20Abi, parseAbi, publicActions, walletActions } from "viem";
import { foundry } from "viem/chains";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { depositAddresses, factoryDeploymentTransaction } from "@/lib/chain/contracts/deposit-address.chain";
import { createChainReader } from "@/lib/chain/reader/chain-reader.chain";
import { type ChainReader, ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import { askOnce, awaitReceipt } from "@/lib/chain/sender/await-receipt.chain";
import { createChainSender, createLocalSigner } from "@/lib/chain/sender/chain-sender.chain";
import type { ChainSender } from "@/lib/chain/sender/chain-sender.port";
import { localUsdcAbi, localUsdcBytecode } from "@/lib/contracts/abi/local-usdc";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { startTestChain, type TestChain } from "@/lib/testing/chain";

const chainId = 31337;
/** Accounts 0 and 1 of every local chain. */
const operatorKey: Hex = "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80";
const operator: Address = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const payer: Address = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const lower = (value: string) => value.toLowerCase() as Hex;

const connect = (rpcUrl: string) =>
  createTestClient({
    mode: "anvil",
    chain: { ...foundry, id: chainId },
    transport: askOnce(rpcUrl),
    pollingInterval: 20,
  })
    .extend(publicActions)
    .extend(walletActions);

let chain: TestChain;
let client: ReturnType<typeof connect>;
let reader: ChainReader;
let sender: ChainSender;
let token: Address;

async function mined(hash: Hex) {
  const receipt = await awaitReceipt(client, hash);
  expect(receipt.status).toBe("success");
  return receipt;
}

const anyTransfer = () => ({ to: null, tokens: [lower(token)] });

const pay = async (to: Hex, amount: bigint, from = payer) =>
  mined(
    await client.writeContract({
      account: from,
      address: token,
      abi: erc20Abi,
      functionName: "transfer",
      args: [to, amount],
    }),
  );

beforeAll(async () => {
  chain = await startTestChain({ chainId });
  client = connect(chain.rpcUrl);
  reader = createChainReader({ chainId, rpcUrls: [chain.rpcUrl] });
  sender = createChainSender({
    chainId,
    rpcUrls: [chain.rpcUrl],
    signer: createLocalSigner(operatorKey),
    factoryAddress: depositAddresses.factory,
  });
  await mined(await client.sendTransaction({ account: operator, ...factoryDeploymentTransaction }));
  const deployed = await mined(
    await client.deployContract({ account: operator, abi: localUsdcAbi, bytecode: localUsdcBytecode }),
  );
  if (!deployed.contractAddress) throw new Error("no token");
  token = deployed.contractAddress;
  await mined(
    await client.writeContract({
      account: operator,
      address: token,
      abi: parseAbi(["function mint(address to, uint256 amount)"]),
      functionName: "mint",
      args: [payer, 10n ** 12n],
    }),
  );
  await client.mine({ blocks: 100 });
});

afterAll(() => chain?.stop());

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
  it("sees the newest block with its hash, and the tags behind it", async () => {
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

  it("reads headers that chain to each other, and null beyond the head", async () => {
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

  it("finds a transfer by range, by block hash and in its receipt, alike", async () => {
    const paid = await pay(deposit, 5_000_000n);
    const expected = {
      blockNumber: paid.blockNumber,
      blockHash: paid.blockHash,
      txHash: paid.transactionHash,
      logIndex: 0,
      tokenAddress: lower(token),
      from: lower(payer),
      to: deposit,
      amountUnits: 5_000_000n,
    };
    const range = { fromBlock: paid.blockNumber - 3n, toBlock: paid.blockNumber };
    const single = { blockHash: paid.blockHash };
    const found = { transfers: [expected], sweeps: [], refunds: [] };
    const nothing = { transfers: [], sweeps: [], refunds: [] };
    const tokens = [lower(token)];
    for (const asked of [range, { ...range, toBlockHash: paid.blockHash }, single]) {
      expect(await reader.logs(asked, { to: [deposit], tokens })).toEqual(found);
      expect(await reader.logs(asked, { to: null, tokens })).toEqual(found);
      expect(await reader.logs(asked, { to: [deposit], tokens: null })).toEqual(found);
      expect(await reader.logs(asked, { to: null, tokens: [lower(payer)] })).toEqual(nothing);
      expect(await reader.logs(asked, { to: [lower(operator)], tokens })).toEqual(nothing);
      expect(await reader.logs(asked, null)).toEqual(nothing);
    }
    const receipts = await reader.receipts([`0x${"12".repeat(32)}`, paid.transactionHash]);
    expect(receipts).toEqual([null, await reader.receipt(paid.transactionHash)]);
    expect(await reader.receipt(paid.transactionHash)).toEqual({
      txHash: paid.transactionHash,
      blockNumber: paid.blockNumber,
      blockHash: paid.blockHash,
      status: "success",
      transfers: [expected],
      refunds: [],
    });
  });

  it("drops a transfer of nothing", async () => {
    const paid = await pay(deposit, 0n);
    expect((await reader.logs({ blockHash: paid.blockHash }, anyTransfer())).transfers).toEqual([]);
    expect((await reader.receipt(paid.transactionHash))?.transfers).toEqual([]);
  });

  it("knows no receipt of a transaction that does not exist", async () => {
    expect(await reader.receipt(`0x${"12".repeat(32)}`)).toBeNull();
  });

  it("sees other hashes after a reorg, and the transfer gone", async () => {
    const paid = await pay(deposit, 1_000_000n);
    await client.mine({ blocks: 2 });
    const numbers = [paid.blockNumber - 1n, paid.blockNumber, paid.blockNumber + 1n];
    const before = await reader.headers(numbers);
    await chain.reorg(3);
    const after = await reader.headers(numbers);
    expect(after[0]).toEqual(before[0]);
    expect(after[1]?.hash).not.toBe(before[1]?.hash);
    expect(after[2]?.hash).not.toBe(before[2]?.hash);
    expect(after[1]?.parentHash).toBe(before[0]?.hash);
    expect(await reader.receipt(paid.transactionHash)).toBeNull();
    const range = { fromBlock: paid.blockNumber, toBlock: paid.blockNumber };
    expect((await reader.logs(range, { to: [deposit], tokens: null })).transfers).toEqual([]);
    await expect(reader.logs({ ...range, toBlockHash: paid.blockHash }, anyTransfer())).rejects.toThrow(
      ChainUnavailable,
    );
  });

  it("takes no logs of a block that the node does not know", async () => {
    await expect(reader.logs({ blockHash: `0x${"34".repeat(32)}` }, anyTransfer())).rejects.toThrow(
      ChainUnavailable,
    );
  });

  it("tells contracts from wallets and from wallets that delegate", async () => {
    expect(await reader.hasCode(lower(token))).toBe(true);
    expect(await reader.hasCode(lower(payer))).toBe(false);
    const delegating: Hex = `0x${"7702".repeat(10)}`;
    await client.setCode({ address: delegating, bytecode: `0xef0100${lower(token).slice(2)}` });
    expect(await reader.hasCode(delegating)).toBe(false);
  });

  it("reads a token's decimals, and none where there is no token", async () => {
    expect(await reader.decimals(lower(token))).toBe(6);
    expect(await reader.decimals(lower(payer))).toBeNull();
    expect(await reader.decimals(depositAddresses.factory)).toBeNull();
  });
});

describe("the sender", () => {
  const item = () => ({ ...terms, depositAddress: deposit, tokenAddress: lower(token) });
  const balance = (address: Hex) =>
    client.readContract({ address: token, abi: erc20Abi, functionName: "balanceOf", args: [address] });

  it("sweeps a deposit to its merchant, and the reader sees it", async () => {
    await pay(deposit, 4_500_000n);
    const before = await balance(terms.merchantAddress);
    const signed = await sender.sign((await sender.prepareSweep([item()])).call, await sender.minedNonce());
    expect(await sender.broadcast(signed.rawTransaction)).toEqual({ accepted: true, message: null });
    const receipt = await mined(signed.txHash);
    expect(receipt.gasUsed).toBeLessThan(signed.gasLimit);
    expect(await balance(terms.merchantAddress)).toBe(before + 4_500_000n);
    expect(await balance(deposit)).toBe(0n);
    const swept = {
      blockNumber: receipt.blockNumber,
      blockHash: receipt.blockHash,
      txHash: signed.txHash,
      depositAddress: deposit,
      tokenAddress: lower(token),
      amountUnits: 4_500_000n,
    };
    const range = { fromBlock: receipt.blockNumber - 1n, toBlock: receipt.blockNumber };
    for (const asked of [range, { blockHash: receipt.blockHash }]) {
      expect((await reader.logs(asked, null)).sweeps).toMatchObject([swept]);
      expect((await reader.logs(asked, null, [deposit])).sweeps).toMatchObject([swept]);
      expect((await reader.logs(asked, null, [lower(payer)])).sweeps).toEqual([]);
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
        return { ...each, depositAddress: depositAddresses.derive(each), tokenAddress: lower(token) };
      }),
    );
    for (const { depositAddress } of items) await pay(depositAddress, 1_000n);
    const before = await balance(terms.merchantAddress);
    const signed = await sender.sign((await sender.prepareSweep(items)).call, await sender.minedNonce());
    await sender.broadcast(signed.rawTransaction);
    const receipt = await mined(signed.txHash);
    expect((await reader.logs({ blockHash: receipt.blockHash }, null)).sweeps).toHaveLength(50);
    expect(await balance(terms.merchantAddress)).toBe(before + 50_000n);
  });

  it("refuses to prepare a sweep that the contract would not do", async () => {
    const closed = { ...terms, openSweep: false };
    const refused = {
      ...closed,
      depositAddress: depositAddresses.derive(closed),
      tokenAddress: lower(token),
    };
    await expect(sender.prepareSweep([refused])).rejects.toMatchObject({
      name: "CallRefused",
      reason: "NOTHING_SWEPT",
    });
  });

  it("refuses where there is no factory", async () => {
    const lost = createChainSender({
      chainId,
      rpcUrls: [chain.rpcUrl],
      signer: createLocalSigner(operatorKey),
      factoryAddress: `0x${"fa".repeat(20)}`,
    });
    await expect(lost.prepareSweep([item()])).rejects.toMatchObject({
      name: "CallRefused",
      reason: "REVERTED",
    });
  });

  it("says so when a node will not have a transaction", async () => {
    const poor = createChainSender({
      chainId,
      rpcUrls: [chain.rpcUrl],
      signer: createLocalSigner(`0x${"42".repeat(32)}`),
      factoryAddress: depositAddresses.factory,
    });
    const call = {
      to: deposit,
      data: "0x",
      gasLimit: 21_000n,
      maxFeePerGas: 10n ** 10n,
      maxPriorityFeePerGas: 1n,
      maxCostWei: 21_000n * 10n ** 10n,
    } as const;
    const signed = await poor.sign(call, 0n);
    expect(await poor.broadcast(signed.rawTransaction)).toMatchObject({
      accepted: false,
      message: expect.stringMatching(/insufficient funds/i),
    });
  });
});
