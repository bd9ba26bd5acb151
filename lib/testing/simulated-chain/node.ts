import { keccak256, numberToHex, parseTransaction } from "viem";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { answering, NodeRefusal, type Upstream } from "@/lib/testing/node/view";
import type { MinedTransaction, SimulatedBlock, SimulatedChain, SimulatedLog } from "./chain";
import { readSigned } from "./contracts";
import { ethCall } from "./eth-call";

/** An honest node's answers about a simulated chain. */
export function simulatedNode(chain: SimulatedChain): Upstream {
  return answering(({ method, params }) =>
    method === "eth_sendRawTransaction"
      ? takeSigned(chain, params[0] as Hex)
      : answerCall(chain, method, params),
  );
}

const code: Hex = "0x60006000fd";

/** Takes a signed transaction into the mempool. @throws NodeRefusal */
async function takeSigned(chain: SimulatedChain, raw: Hex): Promise<Hex> {
  const signed = await readSigned(raw);
  const hash = keccak256(raw);
  const next = chain.nonce(chain.head.number, signed.from);
  if (chain.mempool.has(hash)) throw new NodeRefusal(-32000, "already known");
  if (signed.nonce < next) throw new NodeRefusal(-32000, "nonce too low");
  const cost = signed.gasLimit * signed.maxFeePerGas + signed.valueWei;
  if (chain.balance(chain.head.number, { token: null, address: signed.from }) < cost)
    throw new NodeRefusal(-32000, "insufficient funds for gas * price + value");
  for (const [other, { signed: before }] of chain.mempool) {
    if (before?.from !== signed.from || before.nonce !== signed.nonce) continue;
    if (signed.maxFeePerGas * 10n < before.maxFeePerGas * 11n)
      throw new NodeRefusal(-32000, "replacement transaction underpriced");
    chain.mempool.delete(other);
  }
  chain.mempool.set(hash, { hash, actions: [], signed });
  return hash;
}

/** The result of one call. @throws NodeRefusal */
function answerCall(chain: SimulatedChain, method: string, params: readonly unknown[]): unknown {
  switch (method) {
    case "eth_chainId":
      return numberToHex(chain.chainId);
    case "eth_blockNumber":
      return numberToHex(chain.head.number);
    case "eth_getBlockByNumber":
      return blockJson(blockAt(chain, params[0]), chain.baseFeeWei);
    case "eth_getBlockByHash":
      return blockJson(blockByHash(chain, params[0]), chain.baseFeeWei);
    case "eth_getLogs":
      return logsJson(chain, params[0]);
    case "eth_getTransactionByHash":
      return transactionJson(chain, params[0]);
    case "eth_getTransactionCount":
      return numberToHex(chain.nonce(stateBlock(chain, params[1]), lowerCase(params[0])));
    case "eth_maxPriorityFeePerGas":
      return numberToHex(1_000_000n);
    case "eth_gasPrice":
      return numberToHex(chain.baseFeeWei + 1_000_000n);
    case "eth_estimateGas": {
      const { from, to, data = "0x" } = record(params[0]);
      const call = { from: lowerCase(from), to: lowerCase(to), input: lowerCase(data) };
      const { succeeds, gas } = chain.simulate(stateBlock(chain, params[1]), call);
      if (!succeeds) throw new NodeRefusal(3, "execution reverted");
      return numberToHex(gas);
    }
    case "eth_getTransactionReceipt":
      return receiptJson(chain, params[0]);
    case "eth_getCode":
      return chain.contracts.has(lowerCase(params[0])) ? code : "0x";
    case "eth_getBalance":
      return numberToHex(
        chain.balance(stateBlock(chain, params[1]), { token: null, address: lowerCase(params[0]) }),
      );
    case "eth_call": {
      const { to, data, from = to } = record(params[0]);
      const block = stateBlock(chain, params[1]);
      const result = ethCall(chain, block, lowerCase(to), lowerCase(data), lowerCase(from));
      if (result === null) throw new NodeRefusal(3, "execution reverted");
      return result;
    }
    default:
      throw new NodeRefusal(-32601, `the method ${method} does not exist`);
  }
}

function blockAt(chain: SimulatedChain, asked: unknown): SimulatedBlock | null {
  const head = chain.head.number;
  const lags: Record<string, number> = { latest: 0, pending: 0, earliest: head, ...chain.lags };
  const lag = lags[String(asked)];
  return chain.blocks[lag === undefined ? Number(asked) : Math.max(0, head - lag)] ?? null;
}

function blockByHash(chain: SimulatedChain, asked: unknown): SimulatedBlock | null {
  const block = chain.everBlocks.get(lowerCase(asked));
  return block !== undefined && chain.blocks[block.number] === block ? block : null;
}

/** Number of the block by whose state a question is answered: a number, a tag, or an object as of EIP-1898. */
function stateBlock(chain: SimulatedChain, asked: unknown): number {
  const block =
    typeof asked === "object" && asked !== null
      ? "blockHash" in asked
        ? blockByHash(chain, asked.blockHash)
        : blockAt(chain, record(asked).blockNumber)
      : blockAt(chain, asked ?? "latest");
  if (block === null) throw new NodeRefusal(-32000, "header not found");
  return block.number;
}

function logsJson(chain: SimulatedChain, filter: unknown): unknown[] {
  const { blockHash, fromBlock, toBlock, address, topics } = record(filter);
  const matches = logMatcher(address, topics);
  return rangeOf(chain, blockHash, fromBlock, toBlock).flatMap((block) =>
    block.transactions.flatMap((mined, index) =>
      mined.logs.filter(matches).map((log) => logJson(log, mined, index, block)),
    ),
  );
}

function rangeOf(
  chain: SimulatedChain,
  blockHash: unknown,
  from: unknown,
  to: unknown,
): readonly SimulatedBlock[] {
  if (blockHash !== undefined) {
    const block = blockByHash(chain, blockHash);
    if (block === null) throw new NodeRefusal(-32000, "unknown block");
    return [block];
  }
  const first = blockAt(chain, from ?? "latest")?.number;
  // As real nodes do: of a range that goes beyond their newest block they tell what they have.
  const last = blockAt(chain, to ?? "latest")?.number ?? chain.head.number;
  return first === undefined ? [] : chain.blocks.slice(first, last + 1);
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

function receiptJson(chain: SimulatedChain, txHash: unknown): unknown {
  const found = chain.find(lowerCase(txHash));
  if (found === null) return null;
  const { block, mined, index } = found;
  return {
    transactionHash: mined.transaction.hash,
    transactionIndex: numberToHex(index),
    blockHash: block.hash,
    blockNumber: numberToHex(block.number),
    status: mined.succeeded ? "0x1" : "0x0",
    gasUsed: numberToHex(mined.gasUsed),
    effectiveGasPrice: numberToHex(chain.baseFeeWei),
    logs: mined.logs.map((log) => logJson(log, mined, index, block)),
  };
}

/** As wallets and nodes write it, so that its hash can be proven from its parts. */
function transactionJson(chain: SimulatedChain, txHash: unknown): unknown {
  const found = chain.find(lowerCase(txHash));
  const { signed } = found?.mined.transaction ?? chain.mempool.get(lowerCase(txHash)) ?? {};
  if (signed === undefined) return null;
  const { from, to, input, nonce, valueWei, gasLimit, raw } = signed;
  const { r, s, yParity, maxFeePerGas, maxPriorityFeePerGas } = parseTransaction(raw);
  return {
    hash: lowerCase(txHash),
    type: "0x2",
    chainId: numberToHex(chain.chainId),
    from,
    to,
    input,
    nonce: numberToHex(nonce),
    value: numberToHex(valueWei),
    gas: numberToHex(gasLimit),
    maxFeePerGas: numberToHex(maxFeePerGas ?? 0n),
    maxPriorityFeePerGas: numberToHex(maxPriorityFeePerGas ?? 0n),
    accessList: [],
    r,
    s,
    yParity: numberToHex(yParity ?? 0),
    v: numberToHex(yParity ?? 0),
    blockHash: found?.block.hash ?? null,
    blockNumber: found === null ? null : numberToHex(found.block.number),
    transactionIndex: found === null ? null : numberToHex(found.index),
  };
}

function blockJson(block: SimulatedBlock | null, baseFeeWei: bigint): unknown {
  if (block === null) return null;
  return {
    number: numberToHex(block.number),
    hash: block.hash,
    parentHash: block.parentHash,
    timestamp: numberToHex(block.timestamp),
    ...(baseFeeWei > 0n ? { baseFeePerGas: numberToHex(baseFeeWei) } : {}),
    transactions: block.transactions.map(({ transaction }) => transaction.hash),
  };
}

function logJson(log: SimulatedLog, { transaction }: MinedTransaction, index: number, block: SimulatedBlock) {
  return {
    address: log.address,
    topics: log.topics,
    data: log.data,
    logIndex: numberToHex(log.logIndex),
    transactionHash: transaction.hash,
    transactionIndex: numberToHex(index),
    blockHash: block.hash,
    blockNumber: numberToHex(block.number),
    removed: false,
  };
}

function record(value: unknown): Record<string, unknown> {
  if (typeof value !== "object" || value === null) throw new NodeRefusal(-32602, "invalid params");
  return value as Record<string, unknown>;
}

function lowerCase(value: unknown): Hex {
  if (typeof value !== "string" || !value.startsWith("0x")) throw new NodeRefusal(-32602, "invalid params");
  return value.toLowerCase() as Hex;
}
