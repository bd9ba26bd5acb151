import {
  address,
  answerAt,
  array,
  data,
  ethCall,
  isRevert,
  knownResultOf,
  object,
  type RpcAnswer,
  type RpcCall,
  resultOf,
  sayableResultOf,
  UnusableAnswer,
} from "@/lib/chain/rpc/answers";
import type { RpcNode } from "@/lib/chain/rpc/node";
import { createRpcNodes, type RpcNodesOptions } from "@/lib/chain/rpc/nodes";
import { readSentCall } from "@/lib/chain/sender/contract-calls.chain";
import { gasTermsCalls, readGasTerms } from "@/lib/chain/sender/gas-market.chain";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { createBalanceReader } from "./balances.chain";
import {
  blockCall,
  hasValue,
  readHeader,
  readLatest,
  readLog,
  readReceiptHead,
  readTag,
  toRefund,
  toTransfer,
} from "./blocks.chain";
import type {
  BlockHeader,
  ChainNode,
  ChainNodes,
  Heads,
  KnownCall,
  TransactionReceipt,
} from "./chain-reader.port";
import { createLogReader } from "./logs.chain";
import { measureSizes } from "./measure-sizes.chain";

export type ChainReaderOptions = RpcNodesOptions & {
  /** Whether `heads` also reads the safe and finalized blocks; not needed when no payment waits for them. */
  usesTags?: boolean | undefined;
};

/**
 * Reads a chain over JSON-RPC through the node in use, and fails over to the next one. A self-contained answer may come
 * from another node within the same call, always wholly from one node. Headers by number may not: they belong to the
 * head read before.
 * @throws TypeError without a URL, or for one that is not http(s)
 */
export function createChainReader({ usesTags = true, ...options }: ChainReaderOptions): ChainNodes {
  const { chainId } = options;
  const rpc = createRpcNodes(options);
  const readers = new Map<RpcNode, ChainNode>(
    rpc.all.map((node) => [node, createNodeReader(node, { chainId, usesTags })]),
  );
  const readerOf = (node: RpcNode): ChainNode => {
    const reader = readers.get(node);
    if (reader === undefined) throw new Error(`node ${node.host} is not of chain ${chainId}`);
    return reader;
  };
  const fromOne = <T>(ask: (reader: ChainNode) => Promise<T>): Promise<T> =>
    rpc.run((node) => ask(readerOf(node)));
  const fromAny = <T>(ask: (reader: ChainNode) => Promise<T>): Promise<T> =>
    rpc.run((node) => ask(readerOf(node)), true);

  /** Reads a head, which starts a view of the chain: the moment to change the node. */
  async function beginView<T>(
    ask: (reader: ChainNode) => Promise<T>,
    numberOf: (head: T) => bigint,
  ): Promise<T> {
    rpc.returnToProven();
    const head = await fromAny(ask);
    // Not awaited: a preferred node that hangs must not delay the head.
    void rpc.prove(async (node) => (await readerOf(node).latest()).number >= numberOf(head));
    return head;
  }

  return {
    chainId,
    latest: () =>
      beginView(
        (reader) => reader.latest(),
        ({ number }) => number,
      ),
    heads: () =>
      beginView(
        (reader) => reader.heads(),
        ({ latest }) => latest.number,
      ),
    header: (number) => fromOne((reader) => reader.header(number)),
    headers: (numbers) => fromOne((reader) => reader.headers(numbers)),
    logs: (...question) => fromAny((reader) => reader.logs(...question)),
    blocksAtOnce: () => readerOf(rpc.inUse()).blocksAtOnce(),
    sentCall: (txHash) => fromAny((reader) => reader.sentCall(txHash)),
    known: (txHashes) => fromAny((reader) => reader.known(txHashes)),
    receipts: (txHashes) => fromAny((reader) => reader.receipts(txHashes)),
    balances: (block, queries) => fromAny((reader) => reader.balances(block, queries)),
    decimals: (tokenAddress) => fromAny((reader) => reader.decimals(tokenAddress)),
    code: (address) => fromAny((reader) => reader.code(address)),
    hasCode: (address) => fromAny((reader) => reader.hasCode(address)),
    nodes: [...readers.values()],
    others: () => rpc.others().map(readerOf),
    use: rpc.use,
    health: rpc.health,
    askIdle: () => rpc.askIdle((node) => readerOf(node).latest()),
  };
}

/** Null when the node has none. @throws UnusableAnswer */
function readKnown(value: unknown, txHash: Hex): KnownCall | null {
  if (value === null) return null;
  const { to, input } = object(value, "the transaction");
  return {
    txHash,
    to: to === null ? null : address(to, "the transaction's target"),
    input: data(input, "the transaction's data"),
  };
}

/** The receipt of a mined transaction; null when the node has none. @throws UnusableAnswer */
function readReceipt(value: unknown, txHash: Hex): TransactionReceipt | null {
  const head = readReceiptHead(value, txHash.toLowerCase() as Hex);
  if (head === null) return null;
  const { receipt, ...mined } = head;
  const logs = array(receipt.logs, "the receipt's logs").map((item) => {
    const log = readLog(item);
    if (
      log.blockHash !== mined.blockHash ||
      log.blockNumber !== mined.blockNumber ||
      log.txHash !== mined.txHash
    ) {
      throw new UnusableAnswer("a log is of another transaction than its receipt");
    }
    return log;
  });
  return {
    ...mined,
    // A transaction that reverted has no logs.
    status: mined.status ?? "success",
    transfers: logs.flatMap((log) => toTransfer(log) ?? []).filter(hasValue),
    refunds: logs.flatMap((log) => toRefund(log) ?? []).filter(hasValue),
  };
}

export type NodeReaderOptions = {
  chainId: number;
  /** Whether `heads` reads the safe and finalized blocks. */
  usesTags: boolean;
};

/** How many of the node's block hashes we remember. */
const hashesKept = 64;

/** Pieces of a range in one call of `logs`: a pass over the chain takes seconds, also through a node with a small range. */
const piecesPerRead = 16;
/** Blocks in the first read, of which we do not know yet in how many pieces the node returns them. */
const firstRead = 100;

/** Reads a chain through one node; rejects every answer that does not fit the request. */
function createNodeReader(node: RpcNode, { chainId, usesTags }: NodeReaderOptions): ChainNode {
  /** Hashes of blocks that the node has, by its own answers. */
  const knownHashes = new Set<Hex>();

  const one = <T>(call: RpcCall, read: (answer: RpcAnswer) => T): Promise<T> =>
    node.ask([call], (answers) => read(answerAt(answers, 0)));

  function remember(header: BlockHeader): void {
    knownHashes.delete(header.hash);
    knownHashes.add(header.hash);
    const [oldest] = knownHashes;
    if (knownHashes.size > hashesKept && oldest !== undefined) knownHashes.delete(oldest);
  }

  /** One answer per item. */
  async function each<Item, T>(
    items: readonly Item[],
    call: (item: Item) => RpcCall,
    read: (result: unknown, item: Item) => T,
  ): Promise<T[]> {
    if (items.length === 0) return [];
    return node.ask(items.map(call), (answers) =>
      items.map((item, index) => read(knownResultOf(answerAt(answers, index)), item)),
    );
  }

  /**
   * About transactions that a stranger may have named. A hash that the node refuses to look up is undefined: it must not
   * take the others with it, nor the node.
   */
  async function aboutHashes<T>(
    method: string,
    txHashes: readonly Hex[],
    read: (result: unknown, txHash: Hex) => T,
  ): Promise<(T | undefined)[]> {
    if (txHashes.length === 0) return [];
    const calls = txHashes.map((txHash): RpcCall => ({ method, params: [txHash], refusal: "says nothing" }));
    return node.ask(calls, (answers) => {
      const found = txHashes.map((txHash, index) => {
        const result = sayableResultOf(answerAt(answers, index));
        return result === undefined ? undefined : read(result, txHash);
      });
      // Another node may look them up.
      if (found.every((one) => one === undefined)) resultOf(answerAt(answers, 0));
      return found;
    });
  }

  async function latest(): Promise<BlockHeader> {
    const header = await node.ask([blockCall("latest")], (answers) => readLatest(answerAt(answers, 0)));
    remember(header);
    return header;
  }

  async function heads(): Promise<Heads> {
    if (!usesTags) return { latest: await latest(), safeNumber: null, finalizedNumber: null };
    const now = await node.ask(
      [blockCall("latest"), blockCall("safe"), blockCall("finalized")],
      (answers) => {
        const latest = readLatest(answerAt(answers, 0));
        return {
          latest,
          safeNumber: readTag(answerAt(answers, 1), latest),
          finalizedNumber: readTag(answerAt(answers, 2), latest),
        };
      },
    );
    remember(now.latest);
    return now;
  }

  const headers = (numbers: readonly bigint[]) => each(numbers, blockCall, readHeader);

  const code = (address: Hex, refusal?: RpcCall["refusal"]): Promise<Hex> =>
    one({ method: "eth_getCode", params: [address, "latest"], refusal }, (answer) =>
      data(resultOf(answer), "the code"),
    );

  return {
    chainId,
    host: node.host,
    askChainId: node.askChainId,
    gasTerms: () => node.ask(gasTermsCalls(chainId), readGasTerms),
    measureSizes: (chain, headNumber) => measureSizes(node, chain, headNumber),

    latest,
    heads,

    async header(number) {
      const [header] = await headers([number]);
      return header ?? null;
    },

    headers,

    logs: createLogReader(node, (blockHash) => knownHashes.has(blockHash)),

    blocksAtOnce() {
      const { accepted, refused } = node.sizes.blocks.seen();
      const atOnce = (accepted ?? 1) * piecesPerRead;
      return refused === null ? Math.max(atOnce, firstRead) : atOnce;
    },

    async sentCall(txHash) {
      const [sent] = await aboutHashes("eth_getTransactionByHash", [txHash], (known) => known);
      return readSentCall(sent, txHash);
    },

    known: async (txHashes) =>
      (await aboutHashes("eth_getTransactionByHash", txHashes, readKnown)).filter((known) => known != null),

    receipts: (txHashes) => aboutHashes("eth_getTransactionReceipt", txHashes, readReceipt),

    balances: createBalanceReader(node),

    decimals: (tokenAddress) =>
      one(ethCall(tokenAddress, decimalsSelector), (answer) => {
        if (!answer.ok && isRevert(answer)) return null;
        const word = data(resultOf(answer), "the decimals");
        // uint8, EIP-20
        return word.length === 66 && BigInt(word) < 256n ? Number(word) : null;
      }),

    code: (address) => code(address),

    async hasCode(address) {
      const found = await code(address, "says nothing");
      return found !== "0x" && !delegation.test(found);
    },
  };
}

/** `decimals()` of EIP-20. */
const decimalsSelector = "0x313ce567";

/** EIP-7702: the code of a delegating account; EIP-3541 prevents contracts from starting with it. */
const delegation = /^0xef0100[0-9a-f]{40}$/;
