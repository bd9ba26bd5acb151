import { keccak256, parseTransaction } from "viem";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { Upstream } from "@/lib/testing/node/view";
import type { MinedTransaction, SimulatedBlock, SimulatedChain, SimulatedLog } from "./chain";
import { readSigned } from "./contracts";
import { ethCall } from "./eth-call";

/** An honest node's answers about a simulated chain. */
export function simulatedNode(chain: SimulatedChain): Upstream {
  return (calls) =>
    Promise.all(
      calls.map(async ({ method, params }) => {
        try {
          if (method === "eth_sendRawTransaction")
            return { result: await takeSigned(chain, params[0] as Hex) };
          const view = { chain, headNumber: chain.head.number, hidesLogs: false };
          return { result: answerCall(view, method, params) };
        } catch (error) {
          if (!(error instanceof RpcError)) throw error;
          return { error: { code: error.code, message: error.message } };
        }
      }),
    );
}

/** The chain as one node shows it. */
export type NodeView = {
  chain: SimulatedChain;
  /** The newest block that it has. */
  headNumber: number;
  /** It has the blocks, and says that nothing happened in them. */
  hidesLogs: boolean;
};

/** Answers a call with a JSON-RPC error. */
export class RpcError extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

const code: Hex = "0x60006000fd";

/** Takes a signed transaction into the mempool. @throws RpcError */
export async function takeSigned(chain: SimulatedChain, raw: Hex): Promise<Hex> {
  const signed = await readSigned(raw);
  const hash = keccak256(raw);
  const next = chain.nonce(chain.head.number, signed.from);
  if (chain.mempool.has(hash)) throw new RpcError(-32000, "already known");
  if (signed.nonce < next) throw new RpcError(-32000, "nonce too low");
  const cost = signed.gasLimit * signed.maxFeePerGas + signed.valueWei;
  if (chain.balance(chain.head.number, { token: null, address: signed.from }) < cost)
    throw new RpcError(-32000, "insufficient funds for gas * price + value");
  for (const [other, { signed: before }] of chain.mempool) {
    if (before?.from !== signed.from || before.nonce !== signed.nonce) continue;
    if (signed.maxFeePerGas * 10n < before.maxFeePerGas * 11n)
      throw new RpcError(-32000, "replacement transaction underpriced");
    chain.mempool.delete(other);
  }
  chain.mempool.set(hash, { hash, actions: [], signed });
  return hash;
}

/** The result of one call. @throws RpcError */
export function answerCall(view: NodeView, method: string, params: readonly unknown[]): unknown {
  const { chain } = view;
  switch (method) {
    case "eth_chainId":
      return quantity(chain.chainId);
    case "eth_blockNumber":
      return quantity(view.headNumber);
    case "eth_getBlockByNumber":
      return blockJson(blockAt(view, params[0]), chain.baseFeeWei);
    case "eth_getBlockByHash":
      return blockJson(blockByHash(view, params[0]), chain.baseFeeWei);
    case "eth_getLogs":
      return logsJson(view, params[0]);
    case "eth_getTransactionByHash":
      return transactionJson(view, params[0]);
    case "eth_getTransactionCount":
      return quantity(chain.nonce(stateBlock(view, params[1]), lowerCase(params[0])));
    case "eth_maxPriorityFeePerGas":
      return quantity(1_000_000n);
    case "eth_gasPrice":
      return quantity(chain.baseFeeWei + 1_000_000n);
    case "eth_estimateGas": {
      const { from, to, data = "0x" } = record(params[0]);
      const call = { from: lowerCase(from), to: lowerCase(to), input: lowerCase(data) };
      const { succeeds, gas } = chain.simulate(stateBlock(view, params[1]), call);
      if (!succeeds) throw new RpcError(3, "execution reverted");
      return quantity(gas);
    }
    case "eth_getTransactionReceipt":
      return receiptJson(view, params[0]);
    case "eth_getCode":
      return chain.contracts.has(lowerCase(params[0])) ? code : "0x";
    case "eth_getBalance":
      return quantity(
        chain.balance(stateBlock(view, params[1]), { token: null, address: lowerCase(params[0]) }),
      );
    case "eth_call": {
      const { to, data, from = to } = record(params[0]);
      const block = stateBlock(view, params[1]);
      const result = ethCall(chain, block, lowerCase(to), lowerCase(data), lowerCase(from));
      if (result === null) throw new RpcError(3, "execution reverted");
      return result;
    }
    default:
      throw new RpcError(-32601, `the method ${method} does not exist`);
  }
}

function blockAt({ chain, headNumber }: NodeView, asked: unknown): SimulatedBlock | null {
  const lags: Record<string, number> = { latest: 0, pending: 0, earliest: headNumber, ...chain.lags };
  const lag = lags[String(asked)];
  const number = lag === undefined ? Number(asked) : Math.max(0, headNumber - lag);
  return number > headNumber ? null : (chain.blocks[number] ?? null);
}

function blockByHash({ chain, headNumber }: NodeView, asked: unknown): SimulatedBlock | null {
  const block = chain.everBlocks.get(lowerCase(asked));
  const isShown = block !== undefined && block.number <= headNumber && chain.blocks[block.number] === block;
  return isShown ? block : null;
}

/** Number of the block by whose state a question is answered: a number, a tag, or an object as of EIP-1898. */
function stateBlock(view: NodeView, asked: unknown): number {
  const block =
    typeof asked === "object" && asked !== null
      ? "blockHash" in asked
        ? blockByHash(view, asked.blockHash)
        : blockAt(view, record(asked).blockNumber)
      : blockAt(view, asked ?? "latest");
  if (block === null) throw new RpcError(-32000, "header not found");
  return block.number;
}

function logsJson(view: NodeView, filter: unknown): unknown[] {
  const { blockHash, fromBlock, toBlock, address, topics } = record(filter);
  const matches = logMatcher(address, topics);
  return rangeOf(view, blockHash, fromBlock, toBlock).flatMap((block) =>
    view.hidesLogs
      ? []
      : block.transactions.flatMap((mined, index) =>
          mined.logs.filter(matches).map((log) => logJson(log, mined, index, block)),
        ),
  );
}

function rangeOf(view: NodeView, blockHash: unknown, from: unknown, to: unknown): readonly SimulatedBlock[] {
  if (blockHash !== undefined) {
    const block = blockByHash(view, blockHash);
    if (block === null) throw new RpcError(-32000, "unknown block");
    return [block];
  }
  const first = blockAt(view, from ?? "latest")?.number;
  // As real nodes do: of a range that goes beyond their newest block they tell what they have.
  const last = blockAt(view, to ?? "latest")?.number ?? view.headNumber;
  return first === undefined ? [] : view.chain.blocks.slice(first, last + 1);
}

/** `address` and every topic: one value, several of which one is enough, or none for any. */
function logMatcher(address: unknown, topics: unknown): (log: SimulatedLog) => boolean {
  const addresses = oneOf(address);
  const wanted = Array.isArray(topics) ? topics.map(oneOf) : [];
  return (log) =>
    (addresses === null || addresses.has(log.address)) &&
    wanted.length <= log.topics.length &&
    wanted.every((values, index) => {
      const topic = log.topics[index];
      return values === null || (topic !== undefined && values.has(topic));
    });
}

function oneOf(value: unknown): ReadonlySet<Hex> | null {
  if (value === undefined || value === null) return null;
  return new Set((Array.isArray(value) ? value : [value]).map(lowerCase));
}

function receiptJson(view: NodeView, txHash: unknown): unknown {
  const found = view.chain.find(lowerCase(txHash), view.headNumber);
  if (found === null) return null;
  const { block, mined, index } = found;
  return {
    transactionHash: mined.transaction.hash,
    transactionIndex: quantity(index),
    blockHash: block.hash,
    blockNumber: quantity(block.number),
    status: mined.succeeded ? "0x1" : "0x0",
    gasUsed: quantity(mined.gasUsed),
    effectiveGasPrice: quantity(view.chain.baseFeeWei),
    logs: mined.logs.map((log) => logJson(log, mined, index, block)),
  };
}

/** As wallets and nodes write it, so that its hash can be proven from its parts. */
function transactionJson({ chain, headNumber }: NodeView, txHash: unknown): unknown {
  const found = chain.find(lowerCase(txHash), headNumber);
  const { signed } = found?.mined.transaction ?? chain.mempool.get(lowerCase(txHash)) ?? {};
  if (signed === undefined) return null;
  const { from, to, input, nonce, valueWei, gasLimit, raw } = signed;
  const { r, s, yParity, maxFeePerGas, maxPriorityFeePerGas } = parseTransaction(raw);
  return {
    hash: lowerCase(txHash),
    type: "0x2",
    chainId: quantity(chain.chainId),
    from,
    to,
    input,
    nonce: quantity(nonce),
    value: quantity(valueWei),
    gas: quantity(gasLimit),
    maxFeePerGas: quantity(maxFeePerGas ?? 0n),
    maxPriorityFeePerGas: quantity(maxPriorityFeePerGas ?? 0n),
    accessList: [],
    r,
    s,
    yParity: quantity(yParity ?? 0),
    v: quantity(yParity ?? 0),
    blockHash: found?.block.hash ?? null,
    blockNumber: found === null ? null : quantity(found.block.number),
    transactionIndex: found === null ? null : quantity(found.index),
  };
}

function blockJson(block: SimulatedBlock | null, baseFeeWei: bigint): unknown {
  if (block === null) return null;
  return {
    number: quantity(block.number),
    hash: block.hash,
    parentHash: block.parentHash,
    timestamp: quantity(block.timestamp),
    ...(baseFeeWei > 0n ? { baseFeePerGas: quantity(baseFeeWei) } : {}),
    transactions: block.transactions.map(({ transaction }) => transaction.hash),
  };
}

function logJson(log: SimulatedLog, { transaction }: MinedTransaction, index: number, block: SimulatedBlock) {
  return {
    address: log.address,
    topics: log.topics,
    data: log.data,
    logIndex: quantity(log.logIndex),
    transactionHash: transaction.hash,
    transactionIndex: quantity(index),
    blockHash: block.hash,
    blockNumber: quantity(block.number),
    removed: false,
  };
}

function record(value: unknown): Record<string, unknown> {
  if (typeof value !== "object" || value === null) throw new RpcError(-32602, "invalid params");
  return value as Record<string, unknown>;
}

function quantity(value: number | bigint): Hex {
  return `0x${value.toString(16)}`;
}

function lowerCase(value: unknown): Hex {
  if (typeof value !== "string" || !value.startsWith("0x")) throw new RpcError(-32602, "invalid params");
  return value.toLowerCase() as Hex;
}
