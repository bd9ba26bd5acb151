import {
  decodeFunctionData,
  encodeAbiParameters,
  keccak256,
  parseAbi,
  parseTransaction,
  size,
  type TransactionSerializable,
} from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { describe, expect, it } from "vitest";
import { defaultSending } from "@/lib/chain/chain-defaults.rules";
import { ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { RpcCall } from "@/lib/testing/node/faults";
import { testNodes } from "@/lib/testing/node/scripted-node";
import { NodeRefusal } from "@/lib/testing/node/view";
import { createChainSender, createLocalSigner } from "./chain-sender.chain";
import { readSentCall } from "./contract-calls.chain";

/** What rollups charge for data, in the answers that their nodes give. */
const base = 8453;

const arbitrum = 42161;

const scroll = 534352;

const oracleOf: Readonly<Record<number, Hex>> = {
  [base]: "0x420000000000000000000000000000000000000f",
  [scroll]: "0x5300000000000000000000000000000000000002",
};

const oracleAbi = parseAbi([
  "function getL1FeeUpperBound(uint256 unsignedTxSize) view returns (uint256)",
  "function getL1Fee(bytes unsignedTx) view returns (uint256)",
]);

const txHash: Hex = `0x${"ab".repeat(32)}`;

const revert = new NodeRefusal(3, "execution reverted");

const word = (value: bigint): Hex => encodeAbiParameters([{ type: "uint256" }], [value]);

const { node } = testNodes();

const sender = (chainId: number) => {
  node.script.chainId = chainId;
  return createChainSender({
    chainId,
    rpcUrls: [node.url],
    timeoutMs: 20_000,
    signer: createLocalSigner(`0x${"11".repeat(32)}`),
    factoryAddress: `0x${"fa".repeat(20)}`,
  });
};

/** Answers of the chain's own methods, and of its oracle by the function that is called. */
function script(oracleAnswers: Record<string, unknown>, change: Record<string, unknown> = {}) {
  const asked: { functionName: string; args: readonly unknown[] }[] = [];
  node.script = {
    result: ({ method, params }: RpcCall) => {
      const [call] = params as [{ to?: string; data: Hex } | undefined];
      if (method === "eth_call" && call !== undefined && call.to === oracleOf[node.script.chainId ?? 0]) {
        const decoded = decodeFunctionData({ abi: oracleAbi, data: call.data });
        asked.push(decoded);
        const answer = oracleAnswers[decoded.functionName];
        if (answer instanceof Error) throw answer;
        return answer;
      }
      const answers: Record<string, unknown> = {
        eth_call: "0x",
        eth_estimateGas: "0x5208",
        eth_getBlockByNumber: { baseFeePerGas: "0x64" },
        eth_maxPriorityFeePerGas: "0xf4240",
        eth_getBalance: "0xde0b6b3a7640000",
        ...change,
      };
      return answers[method];
    },
  };
  return asked;
}

describe("on a chain of the OP Stack a call can cost its gas and twice the fee for its data", () => {
  const gasLimit = (21_000n * 125n) / 100n;
  const maxFeePerGas = 200n + 1_000_000n;

  it("by the upper bound for a transaction of at least its size", async () => {
    const asked = script({ getL1FeeUpperBound: word(7_000n), getL1Fee: word(5_000n) });
    const call = await sender(base).prepareFill();
    expect(call.maxCostWei).toBe(gasLimit * maxFeePerGas + 14_000n);
    const bound = asked.find(({ functionName }) => functionName === "getL1FeeUpperBound");
    const signed = await sender(base).sign(call, 123_456n);
    expect(Number(bound?.args[0]) + 68).toBeGreaterThanOrEqual(size(signed.rawTransaction));
    const exact = asked.find(({ functionName }) => functionName === "getL1Fee");
    expect(parseTransaction(exact?.args[0] as Hex)).toMatchObject({ chainId: base, to: call.to });
  });

  it("by the fee itself when the oracle has no bound", async () => {
    script({ getL1FeeUpperBound: revert, getL1Fee: word(5_000n) });
    expect((await sender(base).prepareFill()).maxCostWei).toBe(gasLimit * maxFeePerGas + 10_000n);
  });

  it("which a wallet that is emptied keeps", async () => {
    script({ getL1FeeUpperBound: word(7_000n) });
    const to: Hex = `0x${"ee".repeat(20)}`;
    const call = await sender(base).prepareEmptying(to);
    const costWei = gasLimit * maxFeePerGas + 14_000n;
    expect(call).toMatchObject({ to, data: "0x", maxCostWei: costWei, valueWei: 10n ** 18n - costWei });
    const { rawTransaction } = await sender(base).sign(call, 3n);
    expect(parseTransaction(rawTransaction)).toMatchObject({ to, value: call.valueWei, nonce: 3 });
    script({ getL1FeeUpperBound: word(7_000n) }, { eth_getBalance: `0x${(costWei - 1n).toString(16)}` });
    await expect(sender(base).prepareEmptying(to)).rejects.toMatchObject({ reason: "NO_GAS_MONEY" });
  });

  it("and isn't priced without an oracle", async () => {
    script({ getL1FeeUpperBound: "0x", getL1Fee: "0x" });
    await expect(sender(base).prepareFill()).rejects.toThrow(ChainUnavailable);
    script({ getL1FeeUpperBound: revert, getL1Fee: revert });
    await expect(sender(base).prepareFill()).rejects.toThrow(/GasPriceOracle/);
  });

  it("which a raise of its fees reads again", async () => {
    script({ getL1FeeUpperBound: word(7_000n) });
    const signed = await sender(base).sign(await sender(base).prepareFill(), 5n);
    script({ getL1FeeUpperBound: word(9_000n) });
    const fees = { type: "eip1559", maxFeePerGas: 3_000_000n, maxPriorityFeePerGas: 2_000_000n } as const;
    const again = await sender(base).signAgain(signed.rawTransaction, fees);
    expect(again).toMatchObject({ ...fees, nonce: 5n, to: signed.to, gasLimit });
    expect(again.maxCostWei).toBe(gasLimit * 3_000_000n + 18_000n);
    expect(again.txHash).not.toBe(signed.txHash);
  });

  it("and its receipt has both", async () => {
    const receipt = {
      transactionHash: txHash,
      blockHash: `0x${"cd".repeat(32)}`,
      blockNumber: "0x10",
      status: "0x1",
      gasUsed: "0x5208",
      effectiveGasPrice: "0xf4248",
      l1Fee: "0x1b58",
    };
    script({}, { eth_getTransactionReceipt: receipt });
    expect(await sender(base).mined([{ type: "eip1559", txHash, maxFeePerGas: 1n }])).toMatchObject({
      status: "success",
      blockNumber: 16n,
      gasUsed: 21_000n,
      costWei: 21_000n * 1_000_008n + 7_000n,
    });
    for (const l1Fee of [undefined, null]) {
      script({}, { eth_getTransactionReceipt: { ...receipt, l1Fee } });
      expect(await sender(base).mined([{ type: "eip1559", txHash, maxFeePerGas: 1n }])).toMatchObject({
        costWei: 21_000n * 1_000_008n,
      });
    }
    script({}, { eth_getTransactionReceipt: { ...receipt, l1Fee: "much" } });
    await expect(sender(base).mined([{ type: "eip1559", txHash, maxFeePerGas: 1n }])).rejects.toThrow(
      /fee for data/,
    );
  });
});

describe("on Scroll", () => {
  it("a call can cost its gas and twice the fee by Scroll's own oracle", async () => {
    const asked = script({ getL1FeeUpperBound: revert, getL1Fee: word(5_000n) });
    const call = await sender(scroll).prepareFill();
    expect(asked.map(({ functionName }) => functionName)).toEqual(["getL1FeeUpperBound", "getL1Fee"]);
    expect(call.maxCostWei).toBe(((21_000n * 125n) / 100n) * (200n + 1_000_000n) + 10_000n);
  });
});

describe("on Arbitrum", () => {
  it("the data fee is gas: part of the estimate, without an oracle", async () => {
    // 21,000 for the transfer and what the data takes at the prices of both chains.
    const asked = script({}, { eth_estimateGas: "0x1d4c0" });
    const call = await sender(arbitrum).prepareFill();
    expect(asked).toEqual([]);
    expect(call.gasLimit).toBe(150_000n);
    expect(call.maxCostWei).toBe(150_000n * (200n + 1_000_000n));
    expect(defaultSending(arbitrum).l1Fee).toBe("none");
  });

  it("and part of the gas used", async () => {
    const receipt = {
      transactionHash: txHash,
      blockHash: `0x${"cd".repeat(32)}`,
      blockNumber: "0x10",
      l1BlockNumber: "0x1",
      status: "0x0",
      gasUsed: "0x1d4c0",
      gasUsedForL1: "0x182b8",
      effectiveGasPrice: "0x989680",
    };
    script({}, { eth_getTransactionReceipt: receipt });
    expect(await sender(arbitrum).mined([{ type: "eip1559", txHash, maxFeePerGas: 1n }])).toMatchObject({
      status: "reverted",
      gasUsed: 120_000n,
      costWei: 120_000n * 10_000_000n,
    });
  });
});

const account = privateKeyToAccount(generatePrivateKey());

const to: Hex = `0x${"a".repeat(40)}`;

const common = { chainId: 8453, nonce: 3, to, data: "0xA9059CBB01" as Hex, gas: 90_000n, value: 0n };

const kinds: Record<string, TransactionSerializable> = {
  legacy: { ...common, type: "legacy", gasPrice: 7n },
  eip2930: { ...common, type: "eip2930", gasPrice: 7n, accessList: [{ address: to, storageKeys: [] }] },
  eip1559: { ...common, type: "eip1559", maxFeePerGas: 9n, maxPriorityFeePerGas: 1n },
};

/** As a node tells it. */
async function told(
  transaction: TransactionSerializable,
): Promise<{ json: Record<string, unknown>; txHash: Hex }> {
  const raw = await account.signTransaction(transaction);
  const {
    r,
    s,
    v,
    yParity,
    type,
    chainId,
    nonce,
    gas,
    data,
    gasPrice,
    maxFeePerGas,
    maxPriorityFeePerGas,
    accessList,
  } = parseTransaction(raw) as unknown as Record<string, bigint | number | string | undefined>;
  const number = (value: unknown) =>
    value === undefined ? undefined : `0x${BigInt(value as bigint).toString(16)}`;
  const json = {
    type: { legacy: "0x0", eip2930: "0x1", eip1559: "0x2" }[String(type)],
    chainId: number(chainId),
    nonce: number(nonce),
    gas: number(gas),
    value: "0x0",
    input: data,
    to,
    from: account.address,
    gasPrice: number(gasPrice ?? maxFeePerGas),
    maxFeePerGas: number(maxFeePerGas),
    maxPriorityFeePerGas: number(maxPriorityFeePerGas),
    accessList: accessList ?? (type === "legacy" ? undefined : []),
    r,
    s,
    v: number(v ?? yParity),
    yParity: number(yParity),
  };
  return { json, txHash: keccak256(raw) };
}

describe("a transaction's call", () => {
  it.each(Object.entries(kinds))("is proven by its hash (%s)", async (_, transaction) => {
    const { json, txHash } = await told(transaction);
    expect(await readSentCall(json, txHash)).toEqual({
      from: account.address.toLowerCase(),
      to,
      input: "0xa9059cbb01",
    });
  });

  it("is rejected when a node invented it", async () => {
    const { json, txHash } = await told(kinds.eip1559 as TransactionSerializable);
    for (const change of [
      { input: "0xa9059cbb02" },
      { to: account.address },
      { nonce: "0x4" },
      { r: json.s },
    ])
      expect(await readSentCall({ ...json, ...change }, txHash)).toBeNull();
    for (const value of [null, "0x", {}]) expect(await readSentCall(value, txHash)).toBeNull();
  });
});
