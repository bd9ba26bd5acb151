import {
  decodeFunctionData,
  encodeAbiParameters,
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
} from "viem";
import { beforeEach, describe, expect, it } from "vitest";
import { defaultSending } from "@/lib/chain/chain-defaults.rules";
import { checkoutKey } from "@/lib/chain/contracts/deposit-address.chain";
import { ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import { depositFactoryAbi } from "@/lib/contracts/abi/deposit";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { RpcCall } from "@/lib/testing/node/faults";
import { broken, failure, type Script, startScriptedNode, testNodes } from "@/lib/testing/node/scripted-node";
import { NodeRefusal } from "@/lib/testing/node/view";
import { createChainSender, createLocalSigner } from "./chain-sender.chain";
import { CallRefused, type ChainSender } from "./chain-sender.port";

const chainId = 31337;
const privateKey: Hex = `0x${"11".repeat(32)}`;
const operator = "0x19e7e376e7c213b7e7e7e46cc70a5dd086daff2a";
const factoryAddress: Hex = `0x${"fa".repeat(20)}`;
const item = {
  checkoutId: "chk_01",
  depositAddress: `0x${"d0".repeat(20)}`,
  merchantAddress: `0x${"aa".repeat(20)}`,
  refundAuthority: `0x${"bb".repeat(20)}`,
  openSweep: true,
  tokenAddress: `0x${"cc".repeat(20)}`,
} as const;

let sender: ChainSender;
const make = (change: object = {}) =>
  createChainSender({
    chainId,
    rpcUrls: [node.url],
    timeoutMs: 20_000,
    signer: createLocalSigner(privateKey),
    factoryAddress,
    ...change,
  });

const { node, secondNode } = testNodes();
beforeEach(() => {
  sender = make();
});

const succeeded = (...flags: boolean[]) => encodeAbiParameters([{ type: "bool[]" }], [flags]);
const script = (change: Record<string, unknown> = {}) => ({
  result: ({ method }: RpcCall) => {
    const answers: Record<string, unknown> = {
      eth_call: succeeded(true),
      eth_estimateGas: "0x186a0",
      eth_getBlockByNumber: { baseFeePerGas: "0x3b9aca00" },
      eth_maxPriorityFeePerGas: "0x5f5e100",
      eth_getBalance: "0xde0b6b3a7640000",
      ...change,
    };
    const answer = answers[method];
    if (answer instanceof Error) throw answer;
    return answer;
  },
});

describe("a sweep", () => {
  it("is encoded for the factory, simulated as the operator and priced, in one request", async () => {
    node.script = script();
    const { succeeds, call } = await sender.prepareSweep([item]);
    expect(succeeds).toEqual([true]);
    expect(call).toMatchObject({
      to: factoryAddress,
      gasLimit: 125_000n,
      maxFeePerGas: 2_100_000_000n,
      maxPriorityFeePerGas: 100_000_000n,
      maxCostWei: 125_000n * 2_100_000_000n,
    });
    expect(decodeFunctionData({ abi: depositFactoryAbi, data: call.data })).toMatchObject({
      functionName: "sweepMany",
      args: [[{ terms: { checkoutKey: checkoutKey("chk_01"), openSweep: true } }]],
    });
    expect(node.requests.map((calls) => calls.map(({ method }) => method))).toEqual([
      ["eth_chainId"],
      [
        "eth_call",
        "eth_estimateGas",
        "eth_getBalance",
        "eth_getBlockByNumber",
        "eth_maxPriorityFeePerGas",
        "eth_gasPrice",
      ],
    ]);
    expect(node.requests[1]?.[0]?.params[0]).toEqual({ from: operator, to: factoryAddress, data: call.data });
  });

  it("continues when one of its items fails, since the factory isolates it", async () => {
    node.script = script({ eth_call: succeeded(false, true) });
    expect(await sender.prepareSweep([item, item])).toMatchObject({
      succeeds: [false, true],
      call: { gasLimit: 125_000n },
    });
  });

  it.each([
    ["NOTHING_SWEPT", "every item fails", { eth_call: succeeded(false, false) }],
    ["REVERTED", "the call reverts", { eth_call: new NodeRefusal(3, "execution reverted: InsufficientGas") }],
    ["REVERTED", "there is no factory", { eth_call: "0x" }],
    [
      "NO_GAS_MONEY",
      "the operator has no gas money",
      { eth_estimateGas: new NodeRefusal(-32000, "insufficient funds for gas * price + value") },
    ],
    [
      "NO_GAS_MONEY",
      "the operator has a wei less than the call can cost",
      { eth_getBalance: `0x${(125_000n * 2_100_000_000n - 1n).toString(16)}` },
    ],
    [
      "FEE_ABOVE_CEILING",
      "the base fee is beyond the ceiling",
      { eth_getBlockByNumber: { baseFeePerGas: "0xe8d4a51001" } },
    ],
  ])("is refused as %s when %s", async (reason, _, change) => {
    node.script = script(change);
    const error = await sender.prepareSweep([item]).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(CallRefused);
    expect(error).toMatchObject({ reason });
  });

  it("offers no more than the ceiling when twice the base fee is above it", async () => {
    node.script = script();
    const sending = { ...defaultSending(chainId), maxFeePerGasWei: 1_500_000_000n };
    const { call } = await make({ sending }).prepareSweep([item]);
    expect(call.maxFeePerGas).toBe(1_500_000_000n);
  });

  it("tips the floor when the node suggests less or nothing", async () => {
    for (const tip of ["0x1", new NodeRefusal(-32601, "method not found")]) {
      node.script = script({ eth_maxPriorityFeePerGas: tip });
      const sending = { ...defaultSending(chainId), minPriorityFeePerGasWei: 7n };
      const { call } = await make({ sending }).prepareSweep([item]);
      expect(call.maxPriorityFeePerGas).toBe(7n);
    }
  });

  it.each([
    ["has no base fee", { eth_getBlockByNumber: {} }],
    ["gives no gas", { eth_estimateGas: "many" }],
    ["refuses for another reason", { eth_call: new NodeRefusal(-32603, "internal error") }],
    ["is asked too often", { eth_estimateGas: new NodeRefusal(-32005, "rate limited") }],
  ])("waits for another node when this one %s", async (_, change) => {
    node.script = script(change);
    await expect(sender.prepareSweep([item])).rejects.toBeInstanceOf(ChainUnavailable);
  });
});

it("counts the operator's mined transactions, without pending ones", async () => {
  node.script = script({ eth_getTransactionCount: "0x2a" });
  expect(await sender.minedNonce()).toBe(42n);
  expect(node.requests[1]?.[0]?.params).toEqual([operator, "latest"]);
});

describe("the nonce that is used for good", () => {
  /** A node's transaction count at a block, null without that state, and at its newest block. */
  const counts = (atBlock: number | null, latest: number): Script => ({
    result: ({ params }) => {
      const count = params[1] === "latest" ? latest : atBlock;
      if (count === null) throw new NodeRefusal(-32000, "missing trie node");
      return `0x${count.toString(16)}`;
    },
  });
  const noncesOf = (first: Script, other: Script) => {
    [node.script, secondNode.script] = [first, other];
    return make({ rpcUrls: [node.url, secondNode.url] }).minedNonceAt(16n);
  };

  it.each([
    ["the count at the block", counts(5, 9), counts(5, 9), 5n],
    ["no more than another node shows", counts(9, 9), counts(5, 5), 5n],
    ["the count of a node that keeps the block's state", counts(null, 9), counts(5, 9), 5n],
  ])("is %s", async (_, first, other, nonce) => {
    expect(await noncesOf(first, other)).toBe(nonce);
  });

  it("is unknown when only one node answers", async () => {
    await expect(noncesOf(counts(5, 9), broken)).rejects.toThrow(ChainUnavailable);
  });

  it("is shown by the chain's only node", async () => {
    node.script = counts(5, 9);
    expect(await sender.minedNonceAt(16n)).toBe(5n);
  });
});

describe("a transaction of ours", () => {
  const txHash = keccak256("0x02c0");
  const form = { type: "eip1559", txHash, maxFeePerGas: 3n } as const;
  const receipt = (status: "0x0" | "0x1", blockHash = keccak256("0x01")) => ({
    transactionHash: txHash,
    blockHash,
    blockNumber: "0x10",
    status,
    gasUsed: "0x5208",
    effectiveGasPrice: "0x2",
  });
  const reverted = receipt("0x0");
  const seenBy = (first: unknown, other: unknown) => {
    node.script = script({ eth_getTransactionReceipt: first });
    secondNode.script = script({ eth_getTransactionReceipt: other });
    return make({ rpcUrls: [node.url, secondNode.url] }).mined([form]);
  };

  it("is mined when any node has its receipt", async () => {
    expect(await seenBy(receipt("0x1"), null)).toMatchObject({ status: "success", isAgreed: true });
    expect(await seenBy(null, receipt("0x1"))).toMatchObject({ status: "success", isAgreed: true });
    expect(await seenBy(null, null)).toBeNull();
  });

  it("has no outcome in a receipt without a status", async () => {
    const root = { ...receipt("0x1"), status: undefined, root: keccak256("0x03") };
    await failure(seenBy(root, root));
  });

  it("has reverted when another node has the same receipt", async () => {
    expect(await seenBy(reverted, reverted)).toMatchObject({
      status: "reverted",
      costWei: 42_000n,
      isAgreed: true,
    });
  });

  it.each([
    ["shows success", receipt("0x1")],
    ["lacks it", null],
    ["has it in another block", receipt("0x0", keccak256("0x02"))],
    ["gives no usable answer", new NodeRefusal(-32603, "internal error")],
  ])("isn't agreed to have reverted when the other node %s", async (_, other) => {
    expect(await seenBy(reverted, other)).toMatchObject({ status: "reverted", isAgreed: false });
  });

  it("isn't agreed to have reverted when the first node lacks it", async () => {
    expect(await seenBy(null, reverted)).toMatchObject({ status: "reverted", isAgreed: false });
  });

  it("isn't unmined when only one node answers", async () => {
    await expect(seenBy(null, new NodeRefusal(-32603, "internal error"))).rejects.toThrow(ChainUnavailable);
  });

  it("isn't reverted or unmined while the other node rests after a failure", async () => {
    const both = make({ rpcUrls: [node.url, secondNode.url] });
    const seenBySecond = async (result: unknown) => {
      secondNode.script = script({ eth_getTransactionReceipt: result });
      return both.mined([form]);
    };
    node.script = broken;
    await failure(both.minedNonce());
    expect(await seenBySecond(reverted)).toMatchObject({ status: "reverted", isAgreed: false });
    await expect(seenBySecond(null)).rejects.toThrow(ChainUnavailable);
    expect(await seenBySecond(receipt("0x1"))).toMatchObject({ status: "success", isAgreed: true });
  });

  it.each([
    [
      "is agreed to have reverted when two others show it and the first lacks it",
      [null, reverted, reverted],
      true,
    ],
    ["isn't agreed to have reverted when one shows success", [null, reverted, receipt("0x1")], false],
  ])("%s", async (_, answers, isAgreed) => {
    const third = await startScriptedNode(chainId);
    for (const [index, each] of [node, secondNode, third].entries())
      each.script = script({ eth_getTransactionReceipt: answers[index] });
    const rpcUrls = [node.url, secondNode.url, third.url];
    expect(await make({ rpcUrls }).mined([form])).toMatchObject({ status: "reverted", isAgreed });
    await third.stop();
  });

  it("is mined when the first node is down and another has its receipt", async () => {
    node.script = broken;
    secondNode.script = script({ eth_getTransactionReceipt: receipt("0x1") });
    const { mined } = make({ rpcUrls: [node.url, secondNode.url] });
    expect(await mined([form])).toMatchObject({ status: "success", isAgreed: true });
  });

  it("has reverted when the chain's only node shows it", async () => {
    node.script = script({ eth_getTransactionReceipt: reverted });
    expect(await sender.mined([form])).toMatchObject({ status: "reverted", isAgreed: true });
  });
});

it("signs for its chain, nonce and limits, and sends nothing", async () => {
  const call = {
    to: factoryAddress,
    data: "0x1234",
    gasLimit: 21_000n,
    type: "eip1559",
    maxFeePerGas: 9n,
    maxPriorityFeePerGas: 2n,
    maxCostWei: 189_000n,
  } as const;
  const { data: _, ...limits } = call;
  const signed = await sender.sign(call, 7n);
  expect(node.requests).toEqual([]);
  expect(signed).toMatchObject({ ...limits, nonce: 7n });
  const raw = signed.rawTransaction as `0x02${string}`;
  expect(parseTransaction(raw)).toMatchObject({
    type: "eip1559",
    chainId,
    nonce: 7,
    to: factoryAddress,
    data: "0x1234",
    gas: 21_000n,
    maxFeePerGas: 9n,
    maxPriorityFeePerGas: 2n,
  });
  expect((await recoverTransactionAddress({ serializedTransaction: raw })).toLowerCase()).toBe(
    sender.operatorAddress,
  );
});

describe("a broadcast", () => {
  const raw = "0x02c0" as const;
  const txHash = keccak256(raw);

  it("is accepted when the node names the transaction", async () => {
    node.script = script({ eth_sendRawTransaction: txHash });
    expect(await sender.broadcast(raw)).toEqual({ accepted: true, message: null });
  });

  it.each([
    ["already known"],
    ["known transaction: 1a6e"],
    ["nonce too low: next nonce 5, tx nonce 4"],
    ["replacement transaction underpriced"],
    ["transaction underpriced: tip below minimum"],
    ["Transaction already in mempool"],
    ["transaction already imported"],
  ])("may have arrived when the node says: %s", async (message) => {
    node.script = script({ eth_sendRawTransaction: new NodeRefusal(-32000, message) });
    expect(await sender.broadcast(raw)).toEqual({ accepted: true, message });
  });

  it.each([["insufficient funds for gas"], ["intrinsic gas too low"], ["nonce too high"]])(
    "did not arrive when the node says: %s",
    async (message) => {
      node.script = script({ eth_sendRawTransaction: new NodeRefusal(-32000, message) });
      expect(await sender.broadcast(raw)).toEqual({ accepted: false, message });
    },
  );

  it("fails as unavailable when nothing is known: a lost connection, too many requests, another hash", async () => {
    for (const answer of [new NodeRefusal(-32005, "rate limit"), keccak256("0x03"), "ok"]) {
      node.script = script({ eth_sendRawTransaction: answer });
      await expect(sender.broadcast(raw)).rejects.toBeInstanceOf(ChainUnavailable);
    }
    node.script = { http: (response) => !!response.socket?.destroy() };
    await expect(sender.broadcast(raw)).rejects.toBeInstanceOf(ChainUnavailable);
  });
});

describe("on a chain whose blocks have no base fee", () => {
  const priced = (block: object, change: object = {}) =>
    script({ eth_getBlockByNumber: block, eth_gasPrice: "0x77359400", ...change });

  it.each([
    ["leave it out", {}],
    ["have null", { baseFeePerGas: null }],
    ["have zero", { baseFeePerGas: "0x0" }],
  ])("signs a legacy transaction for the node's gas price when blocks %s", async (_, block) => {
    node.script = priced(block);
    const { call } = await sender.prepareSweep([item]);
    const gasPrice = 2_000_000_000n;
    expect(call).toMatchObject({
      type: "legacy",
      maxFeePerGas: gasPrice,
      maxPriorityFeePerGas: gasPrice,
      maxCostWei: 125_000n * gasPrice,
    });
    const { rawTransaction } = await sender.sign(call, 3n);
    expect(parseTransaction(rawTransaction)).toMatchObject({ type: "legacy", chainId, nonce: 3, gasPrice });
    const raised = await sender.signAgain(rawTransaction, {
      type: "legacy",
      maxFeePerGas: 3_000_000_000n,
      maxPriorityFeePerGas: 3_000_000_000n,
    });
    expect(parseTransaction(raised.rawTransaction)).toMatchObject({
      type: "legacy",
      nonce: 3,
      data: call.data,
      gas: 125_000n,
      gasPrice: 3_000_000_000n,
    });
  });

  it("pays the chain's minimum when the node names less, and refuses a price above the ceiling", async () => {
    const sending = { ...defaultSending(chainId), minPriorityFeePerGasWei: 5n, maxFeePerGasWei: 9n };
    const floored = make({ sending });
    node.script = priced({}, { eth_gasPrice: "0x1" });
    expect(await floored.fees()).toMatchObject({ type: "legacy", maxFeePerGas: 5n });
    node.script = priced({}, { eth_gasPrice: "0xa" });
    await expect(floored.fees()).rejects.toMatchObject({ reason: "FEE_ABOVE_CEILING" });
  });

  it("prices nothing without a gas price from the node, and reads none on a chain with a base fee", async () => {
    const refusal = new NodeRefusal(-32601, "the method does not exist");
    node.script = priced({}, { eth_gasPrice: refusal });
    await expect(sender.fees()).rejects.toThrow(/eth_gasPrice gives no price: the method does not exist/);
    node.script = priced({ baseFeePerGas: "0x1" }, { eth_gasPrice: refusal });
    expect(await sender.fees()).toMatchObject({ type: "eip1559" });
  });

  it("reads the cost of a legacy transaction from its own price when the receipt names none", async () => {
    const txHash = keccak256("0xf8");
    const receipt = { transactionHash: txHash, blockHash: txHash, blockNumber: "0x10", status: "0x1" };
    node.script = script({ eth_getTransactionReceipt: { ...receipt, gasUsed: "0x5208" } });
    const legacy = { type: "legacy", txHash, maxFeePerGas: 7n } as const;
    expect(await sender.mined([legacy])).toMatchObject({ costWei: 7n * 21_000n });
    await expect(sender.mined([{ ...legacy, type: "eip1559" }])).rejects.toThrow(/gas price/);
  });

  it.each([
    "transaction type not supported",
    "EIP-1559 fields are not supported by the current hardfork",
    "InvalidTxType: Transaction type in EIP1559 is not supported.",
    "rlp: expected input list for types.Transaction",
  ])("signs legacy transactions after the refusal: %s", async (message) => {
    node.script = priced(
      { baseFeePerGas: "0x1" },
      { eth_sendRawTransaction: new NodeRefusal(-32000, message) },
    );
    const { rawTransaction } = await sender.sign(await sender.prepareFill(), 0n);
    expect(parseTransaction(rawTransaction).type).toBe("eip1559");
    expect(await sender.broadcast(rawTransaction)).toEqual({ accepted: false, message });
    expect(await sender.fees()).toMatchObject({ type: "legacy", maxFeePerGas: 2_000_000_000n });
    expect(await sender.prepareFill()).toMatchObject({ type: "legacy" });
  });
});

it("doesn't print an invalid key", () => {
  const wrong: Hex = `0x${"ff".repeat(32)}`;
  expect(() => createLocalSigner(wrong)).toThrow(/^the private key is not one of secp256k1$/);
});
