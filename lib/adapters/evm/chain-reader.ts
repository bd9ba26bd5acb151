import type { Hex } from "@/lib/core/checkout";
import type {
  BlockHeader,
  ChainReader,
  LogRange,
  TransactionReceipt,
  TransferLog,
} from "@/lib/services/ports/chain-reader";
import {
  addressTopic,
  isDivisible,
  logFilter,
  readLog,
  readLogs,
  sweptTopic,
  toSweep,
  toTransfer,
  transferTopic,
} from "./logs";
import {
  createRpcNodes,
  isRateLimit,
  type RpcAnswer,
  type RpcNodes,
  type RpcNodesOptions,
  resultOf,
} from "./rpc-nodes";
import { array, data, hash, integer, object, toQuantity, UnusableAnswer } from "./rpc-shapes";

/** Reads a chain over JSON-RPC; believes nothing that does not fit what was asked. */
export function createChainReader(options: RpcNodesOptions): ChainReader {
  return chainReader(options.chainId, createRpcNodes(options));
}

function chainReader(chainId: number, nodes: RpcNodes): ChainReader {
  const one = <T>(method: string, params: readonly unknown[], read: (answer: RpcAnswer) => T): Promise<T> =>
    nodes.ask([{ method, params }], (answers) => read(answerAt(answers, 0)));

  async function logs<T>(range: LogRange, filter: object, read: (answer: RpcAnswer) => T): Promise<T> {
    const getLogs = { method: "eth_getLogs", params: [filter] };
    if ("blockHash" in range || range.toBlockHash === undefined) {
      return nodes.ask([getLogs], (answers) => read(answerAt(answers, 0)), isDivisible(range));
    }
    const { toBlock, toBlockHash } = range;
    // The block goes first: a node that has it by then has its logs too.
    return nodes.ask(
      [blockCall(toQuantity(toBlock)), getLogs],
      (answers) => {
        const found = read(answerAt(answers, 1));
        if (readHeader(resultOf(answerAt(answers, 0)), toBlock)?.hash !== lowerCase(toBlockHash))
          throw new UnusableAnswer("the node that told the logs has not the range's last block");
        return found;
      },
      isDivisible(range),
    );
  }

  async function headers(numbers: readonly bigint[]): Promise<(BlockHeader | null)[]> {
    if (numbers.length === 0) return [];
    return nodes.ask(
      numbers.map((number) => blockCall(toQuantity(number))),
      (answers) => numbers.map((number, index) => readHeader(resultOf(answerAt(answers, index)), number)),
    );
  }

  return {
    chainId,
    headers,

    heads: () =>
      nodes.ask([blockCall("latest"), blockCall("safe"), blockCall("finalized")], (answers) => {
        const latest = readHeader(resultOf(answerAt(answers, 0)), null);
        if (latest === null) throw new UnusableAnswer("there is no latest block");
        return {
          latest,
          safeNumber: readTag(answerAt(answers, 1), latest.number),
          finalizedNumber: readTag(answerAt(answers, 2), latest.number),
        };
      }),

    async header(number) {
      const [header] = await headers([number]);
      return header ?? null;
    },

    async transferLogs(range, tokens, to) {
      if (tokens.length === 0 || to?.length === 0) return [];
      const topics = [transferTopic, null, ...(to === null ? [] : [to.map(addressTopic)])];
      const asked = { tokens: new Set(tokens.map(lowerCase)), to: to && new Set(to.map(lowerCase)) };
      return logs(range, logFilter(range, topics, tokens), (answer) => readTransfers(answer, range, asked));
    },

    sweepLogs: (range) =>
      logs(range, logFilter(range, [sweptTopic]), (answer) =>
        // A stranger's contract may emit the event with other arguments: that is no fault of the node.
        readLogs(answer, range, sweptTopic).flatMap((log) => toSweep(log) ?? []),
      ),

    receipt: (txHash) =>
      one("eth_getTransactionReceipt", [txHash], (answer) => readReceipt(resultOf(answer), txHash)),

    hasCode: (account) =>
      one("eth_getCode", [account, "latest"], (answer) => {
        const code = data(resultOf(answer), "the code");
        return code !== "0x" && !delegation.test(code);
      }),
  };
}

/** EIP-7702: the code of an account with a key that delegates; EIP-3541 keeps contracts from beginning so. */
const delegation = /^0xef0100[0-9a-f]{40}$/;

const blockCall = (block: string) => ({ method: "eth_getBlockByNumber", params: [block, false] });

function answerAt(answers: readonly RpcAnswer[], index: number): RpcAnswer {
  const answer = answers[index];
  if (answer === undefined) throw new UnusableAnswer("a question was not answered");
  return answer;
}

/** @param asked the number that the block must have; null for a tag */
function readHeader(value: unknown, asked: bigint | null): BlockHeader | null {
  if (value === null) return null;
  const block = object(value, "the block");
  const number = integer(block.number, "the block's number");
  if (asked !== null && number !== asked)
    throw new UnusableAnswer("the block is another than the one asked for");
  const timestamp = new Date(Number(integer(block.timestamp, "the block's time")) * 1_000);
  if (Number.isNaN(timestamp.getTime())) throw new UnusableAnswer("the block's time is out of range");
  return {
    number,
    hash: hash(block.hash, "the block's hash"),
    parentHash: hash(block.parentHash, "the block's parent hash"),
    timestamp,
  };
}

/** The number under a tag; null where the node has none. */
function readTag(answer: RpcAnswer, latest: bigint): bigint | null {
  // How a node words that it has no such tag is its own; only being asked too often is told apart.
  if (!answer.ok && !isRateLimit(answer)) return null;
  const header = readHeader(resultOf(answer), null);
  if (header === null) return null;
  // A block may have come between the answers; nothing is final beyond the head that is told with it.
  return header.number < latest ? header.number : latest;
}

function readTransfers(
  answer: RpcAnswer,
  range: LogRange,
  asked: { tokens: ReadonlySet<Hex>; to: ReadonlySet<Hex> | null },
): TransferLog[] {
  const transfers = readLogs(answer, range, transferTopic).map((log) => {
    const transfer = toTransfer(log);
    if (transfer === null) throw new UnusableAnswer("a log is no transfer");
    if (!asked.tokens.has(transfer.tokenAddress)) throw new UnusableAnswer("a log is of another token");
    if (asked.to !== null && !asked.to.has(transfer.to))
      throw new UnusableAnswer("a log is to another address");
    return transfer;
  });
  return transfers.filter(hasValue);
}

function readReceipt(value: unknown, txHash: Hex): TransactionReceipt | null {
  if (value === null) return null;
  const receipt = object(value, "the receipt");
  // Some nodes answer for a transaction that waits, with nothing filled in.
  if (receipt.blockHash === null || receipt.blockNumber === null) return null;
  const blockHash = hash(receipt.blockHash, "the receipt's block hash");
  const blockNumber = integer(receipt.blockNumber, "the receipt's block number");
  const asked = lowerCase(txHash);
  if (hash(receipt.transactionHash, "the receipt's hash") !== asked) {
    throw new UnusableAnswer("the receipt is of another transaction");
  }
  const status = integer(receipt.status, "the receipt's status");
  if (status > 1n) throw new UnusableAnswer("the receipt's status is unknown");
  const transfers = array(receipt.logs, "the receipt's logs").flatMap((item) => {
    const log = readLog(item);
    if (log.blockHash !== blockHash || log.blockNumber !== blockNumber || log.txHash !== asked) {
      throw new UnusableAnswer("a log is of another transaction than its receipt");
    }
    return toTransfer(log) ?? [];
  });
  return {
    txHash: asked,
    blockNumber,
    blockHash,
    status: status === 1n ? "success" : "reverted",
    transfers: transfers.filter(hasValue),
  };
}

const hasValue = (transfer: TransferLog): boolean => transfer.amountUnits > 0n;

function lowerCase(value: Hex): Hex {
  return value.toLowerCase() as Hex;
}
