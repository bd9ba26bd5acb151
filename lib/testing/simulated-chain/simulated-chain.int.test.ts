import { keccak256, stringToBytes } from "viem";
import { afterAll, describe, expect, it } from "vitest";
import { depositAddresses, factoryAddress } from "@/lib/chain/contracts/deposit-address.chain";
import { multicall3Address } from "@/lib/chain/reader/balances.chain";
import { createChainReader } from "@/lib/chain/reader/chain-reader.chain";
import type { ChainReader } from "@/lib/chain/reader/chain-reader.port";
import { awaitReceipt } from "@/lib/chain/sender/await-receipt.chain";
import { depositFactoryAbi } from "@/lib/contracts/abi/deposit";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { testWallet } from "@/lib/testing/chain";
import { startNode } from "@/lib/testing/node/node";
import { testNetwork } from "@/lib/testing/world";
import { createSimulatedChain, type SimulatedTransaction } from "./chain";
import { simulatedNode } from "./node";

/**
 * One script on a real node and on the simulated one, both read by the service's own reader. What differs is what
 * must: hashes, numbers and times of blocks.
 */
const customer: Hex = `0x${"c1".repeat(20)}`;
const refundAuthority: Hex = `0x${"be".repeat(20)}`;
const checkoutId = "chk_twin";
const plenty = 10n ** 15n;

const network = await testNetwork();
const payer = lowerCase(testWallet(network.chain, 1).account.address);
const merchant = lowerCase(testWallet(network.chain, 5).account.address);
const deposit = lowerCase(
  depositAddresses.derive({ checkoutId, merchantAddress: merchant, refundAuthority, openSweep: true }),
);
const simulated = createSimulatedChain({
  chainId: 31337,
  seed: 1,
  startsAt: Math.floor(Date.now() / 1_000),
  contracts: [network.usdc, network.usdt, multicall3Address],
  lags: { safe: 0, finalized: 0 },
});
mine(
  [network.usdc, network.usdt].map((token) => ({
    kind: "mint" as const,
    token,
    to: payer,
    amountUnits: plenty,
  })),
);
const node = await startNode(simulatedNode(simulated));
afterAll(() => node.stop());
const reader: ChainReader = createChainReader({ chainId: 31337, rpcUrls: [node.url] });

type Told = { logs: unknown; receipts: unknown; balances: unknown };

async function tell(chainReader: ChainReader, txHashes: readonly Hex[]): Promise<Told> {
  const { latest } = await chainReader.heads();
  const named = (log: { blockNumber: bigint; blockHash: Hex; txHash: Hex }) => ({
    ...log,
    blockNumber: log.blockNumber - latest.number,
    blockHash: log.blockHash === latest.hash,
    txHash: txHashes.indexOf(log.txHash),
  });
  const byHash = await chainReader.logs(
    { blockHash: latest.hash },
    { to: null, tokens: [network.usdc, network.usdt] },
  );
  const filtered = await chainReader.logs(
    { fromBlock: latest.number, toBlock: latest.number },
    { to: [deposit, customer], tokens: [network.usdt] },
  );
  const receipts = await chainReader.receipts(txHashes);
  const balances = await chainReader.balances(
    latest,
    [network.usdc, network.usdt].flatMap((tokenAddress) =>
      [deposit, merchant, customer].map((address) => ({ tokenAddress, address })),
    ),
  );
  return {
    logs: [byHash, filtered].map(({ transfers, sweeps }) => ({
      transfers: transfers.map(named),
      sweeps: sweeps.map(named),
    })),
    receipts: receipts.map((receipt) =>
      receipt == null
        ? null
        : { ...named(receipt), status: receipt.status, transfers: receipt.transfers.map(named) },
    ),
    balances,
  };
}

function mine(...transactions: SimulatedTransaction["actions"][]): Hex[] {
  const sent = transactions.map((actions) => simulated.transaction(actions));
  simulated.mine({ timestamp: simulated.head.timestamp + 1, transactions: sent });
  return sent.map(({ hash }) => hash);
}

const transfer = (to: Hex, amountUnits: bigint, token = network.usdc) => ({
  kind: "transfer" as const,
  token,
  from: payer,
  to,
  amountUnits,
});

async function expectSame(real: readonly Hex[], twin: readonly Hex[]): Promise<Told> {
  const told = await tell(network.reader, real);
  expect(await tell(reader, twin)).toEqual(told);
  return told;
}

describe("the same script on anvil and on the simulated chain", () => {
  it("gives the same logs, receipts and balances for a payment", async () => {
    const { txHash } = await network.pay(deposit, 4_500_000n);
    const { balances } = await expectSame([txHash], mine([transfer(deposit, 4_500_000n)]));
    expect(balances).toContain(4_500_000n);
  });

  it("returns the same for several transactions in one block, of several tokens, one of zero value", async () => {
    const sent: Hex[] = [];
    await network.inOneBlock(async () => {
      for (const [to, units, token] of [
        [deposit, 7n, network.usdt],
        [customer, 0n, network.usdt],
        [deposit, 11n, network.usdc],
      ] as const)
        sent.push((await network.pay(to, units, { token })).txHash);
    });
    await expectSame(
      sent,
      mine(
        [transfer(deposit, 7n, network.usdt)],
        [transfer(customer, 0n, network.usdt)],
        [transfer(deposit, 11n)],
      ),
    );
  });

  it("gives the same for a transaction that fails", async () => {
    const { txHash } = await network.pay(deposit, plenty * 2n);
    const { receipts } = await expectSame([txHash], mine([transfer(deposit, plenty * 2n)]));
    expect(receipts).toMatchObject([{ status: "reverted", transfers: [] }]);
  });

  it("gives the same for a sweep", async () => {
    const terms = {
      checkoutKey: keccak256(stringToBytes(checkoutId)),
      merchant,
      refundAuthority,
      openSweep: true,
    };
    const hash = await testWallet(network.chain, 0).writeContract({
      address: factoryAddress,
      abi: depositFactoryAbi,
      functionName: "sweepMany",
      args: [[{ terms, token: network.usdc }]],
    });
    await awaitReceipt(network.chain.client, hash);
    const { logs } = await expectSame(
      [hash],
      mine([{ kind: "sweep", token: network.usdc, deposit, merchant }]),
    );
    expect(logs).toMatchObject([{ sweeps: [{ depositAddress: deposit }] }, {}]);
  });

  it("has blocks of the same shape, each on top of the previous one", async () => {
    for (const chainReader of [network.reader, reader]) {
      const { latest } = await chainReader.heads();
      const headers = await chainReader.headers([latest.number, latest.number - 1n, latest.number + 1n]);
      const [newest, before, missing] = headers;
      expect(newest).toEqual(latest);
      expect(before).toMatchObject({ hash: latest.parentHash, number: latest.number - 1n });
      expect(before?.timestamp.getTime()).toBeLessThanOrEqual(latest.timestamp.getTime());
      expect(missing).toBeNull();
    }
  });

  it("returns the same for absent data, code and decimals", async () => {
    const unknown: Hex = `0x${"e".repeat(64)}`;
    for (const chainReader of [network.reader, reader]) {
      expect((await chainReader.receipts([unknown]))[0]).toBeNull();
      expect(await chainReader.hasCode(customer)).toBe(false);
      expect(await chainReader.hasCode(network.usdc)).toBe(true);
      expect(await chainReader.decimals(network.usdc)).toBe(6);
    }
  });

  it("takes a payment away in a reorganisation and gives it back in a later block", async () => {
    const { txHash, rawTransaction } = await network.pay(customer, 3n);
    const [twin] = mine([transfer(customer, 3n)]);
    if (twin === undefined) throw new Error("nothing was sent");
    const lost = simulated.head.transactions.map(({ transaction }) => transaction);
    await expectSame([txHash], [twin]);

    await network.chain.reorg(1);
    simulated.reorg(1, [{ timestamp: simulated.head.timestamp }]);
    await expectSame([txHash], [twin]);
    expect((await reader.receipts([twin]))[0]).toBeNull();

    await network.chain.client.sendRawTransaction({ serializedTransaction: rawTransaction });
    await awaitReceipt(network.chain.client, txHash);
    simulated.mine({ timestamp: simulated.head.timestamp, transactions: lost });
    await expectSame([txHash], [twin]);
  });
});

function lowerCase(value: string): Hex {
  return value.toLowerCase() as Hex;
}
