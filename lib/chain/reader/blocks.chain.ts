import { pad, toEventSelector } from "viem";
import {
  address,
  array,
  data,
  hash,
  integer,
  isRateLimit,
  object,
  type RpcAnswer,
  type RpcCall,
  resultOf,
  toQuantity,
  UnusableAnswer,
} from "@/lib/chain/rpc/answers";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type {
  BlockHeader,
  LogRange,
  RefundLog,
  SweepLog,
  TransferFilter,
  TransferLog,
} from "./chain-reader.port";

/** Asks for a block by its number or tag. */
export function blockCall(block: bigint | "latest" | "safe" | "finalized"): RpcCall {
  return {
    method: "eth_getBlockByNumber",
    params: [typeof block === "bigint" ? toQuantity(block) : block, false],
  };
}

/**
 * A block's header; null when the node has no such block.
 * @param expected the number that the block must have; null when not requested by number
 * @throws UnusableAnswer
 */
export function readHeader(value: unknown, expected: bigint | null): BlockHeader | null {
  if (value === null) return null;
  const block = object(value, "the block");
  const number = integer(block.number, "the block's number");
  if (expected !== null && number !== expected)
    throw new UnusableAnswer("the block is not the requested one");
  const timestamp = new Date(Number(integer(block.timestamp, "the block's time")) * 1_000);
  if (Number.isNaN(timestamp.getTime())) throw new UnusableAnswer("the block's time is out of range");
  return {
    number,
    hash: hash(block.hash, "the block's hash"),
    parentHash: hash(block.parentHash, "the block's parent hash"),
    timestamp,
  };
}

/** The newest block. @throws UnusableAnswer when there is none */
export function readLatest(answer: RpcAnswer): BlockHeader {
  const latest = readHeader(resultOf(answer), null);
  if (latest === null) throw new UnusableAnswer("there is no latest block");
  return latest;
}

/** The tag's block number; null when the node has none. */
export function readTag(answer: RpcAnswer, latest: BlockHeader): bigint | null {
  // Nodes word a missing tag differently; we only tell rate limits apart.
  if (!answer.ok && !isRateLimit(answer)) return null;
  const header = readHeader(resultOf(answer), null);
  // A block may be mined between the answers; nothing is final above the head of the same answer.
  return header !== null && header.number > latest.number ? latest.number : (header?.number ?? null);
}

/** Null in a receipt from before Byzantium (2017), which holds a state root instead. @throws UnusableAnswer */
function readStatus({ status, root }: Record<string, unknown>): "success" | "reverted" | null {
  if (status === undefined && typeof root === "string" && hash(root, "the receipt's root")) return null;
  const value = integer(status, "the receipt's status");
  if (value > 1n) throw new UnusableAnswer("the receipt's status is unknown");
  return value === 1n ? "success" : "reverted";
}

/** Fields present in every receipt; null when the node has none. @throws UnusableAnswer also for another transaction's */
export function readReceiptHead(value: unknown, txHash: Hex) {
  if (value === null) return null;
  const receipt = object(value, "the receipt");
  // Some nodes answer for a pending transaction, with empty fields.
  if (receipt.blockHash === null || receipt.blockNumber === null) return null;
  if (hash(receipt.transactionHash, "the receipt's hash") !== txHash)
    throw new UnusableAnswer("the receipt is of another transaction");
  return {
    receipt,
    txHash,
    status: readStatus(receipt),
    blockNumber: integer(receipt.blockNumber, "the receipt's block number"),
    blockHash: hash(receipt.blockHash, "the receipt's block hash"),
  };
}

/** EIP-20 */
const transferTopic = toEventSelector("Transfer(address,address,uint256)");
/** `Deposit.sol` */
const sweptTopic = toEventSelector("DepositSwept(address,address,uint256)");
const refundedTopic = toEventSelector("DepositRefunded(address,address,uint256)");

/** A log from a node, its shape validated. */
export type Log = {
  address: Hex;
  topics: readonly Hex[];
  data: Hex;
  blockNumber: bigint;
  blockHash: Hex;
  txHash: Hex;
  logIndex: number;
};

/** Asks for the transfers; null when the filter leaves none. @throws TypeError for a filter without a condition */
export function transfersCall(range: LogRange, filter: TransferFilter | null): RpcCall | null {
  if (filter === null || filter.to?.length === 0 || filter.tokens?.length === 0) return null;
  const { to, tokens } = filter;
  if (to === null && tokens === null) throw new TypeError("all transfers of a chain are too many");
  const topics = [transferTopic, null, ...(to === null ? [] : [to.map((each) => pad(each))])];
  return logsCall(range, topics, tokens);
}

/**
 * Asks for everything that left deposits, sweeps and refunds together: of these contracts and tokens, of any without a
 * list; null when a list is empty.
 */
export function sweepsCall(
  range: LogRange,
  contracts?: readonly Hex[],
  tokens?: readonly Hex[],
): RpcCall | null {
  if (contracts?.length === 0 || tokens?.length === 0) return null;
  const topics = [
    [sweptTopic, refundedTopic],
    ...(tokens === undefined ? [] : [tokens.map((each) => pad(each))]),
  ];
  return logsCall(range, topics, contracts ?? null);
}

function logsCall(range: LogRange, topics: readonly unknown[], addresses: readonly Hex[] | null): RpcCall {
  const where =
    "blockHash" in range
      ? { blockHash: range.blockHash }
      : { fromBlock: toQuantity(range.fromBlock), toBlock: toQuantity(range.toBlock) };
  return {
    method: "eth_getLogs",
    params: [{ ...where, topics, ...(addresses === null ? {} : { address: addresses }) }],
  };
}

/**
 * The transfers in the answer, without those of value zero.
 * @throws RpcRefusal | UnusableAnswer also for a log outside the filter
 */
export function readTransfers(answer: RpcAnswer, range: LogRange, filter: TransferFilter): TransferLog[] {
  const to = lowerCase(filter.to);
  const tokens = lowerCase(filter.tokens);
  const transfers = readLogs(answer, range, [transferTopic]).flatMap((log) => {
    const transfer = toTransfer(log);
    if (transfer === null) {
      // A stranger's contract may emit anything under that topic; a token that we know does not.
      if (tokens === null) return [];
      throw new UnusableAnswer("a log is no transfer");
    }
    if (tokens !== null && !tokens.has(transfer.tokenAddress))
      throw new UnusableAnswer("a log is of another token");
    if (to !== null && !to.has(transfer.to)) throw new UnusableAnswer("a log is to another address");
    return transfer;
  });
  return transfers.filter(hasValue);
}

/** The sweeps and refunds in the answer. @throws RpcRefusal | UnusableAnswer also for a log outside the lists */
export function readSweeps(
  answer: RpcAnswer,
  range: LogRange,
  contracts?: readonly Hex[],
  tokens?: readonly Hex[],
): { sweeps: SweepLog[]; refunds: RefundLog[] } {
  const ofContracts = lowerCase(contracts ?? null);
  const ofTokens = lowerCase(tokens ?? null);
  const sweeps: SweepLog[] = [];
  const refunds: RefundLog[] = [];
  for (const log of readLogs(answer, range, [sweptTopic, refundedTopic])) {
    if (ofContracts !== null && !ofContracts.has(log.address))
      throw new UnusableAnswer("a log is of another contract");
    // A stranger's contract may emit the event with other arguments: not the node's fault.
    const sweep = toSweep(log);
    const refund = toRefund(log);
    const token = (sweep ?? refund)?.tokenAddress;
    if (token !== undefined && ofTokens !== null && !ofTokens.has(token))
      throw new UnusableAnswer("a log is of another token");
    if (sweep !== null) sweeps.push(sweep);
    if (refund !== null) refunds.push(refund);
  }
  return { sweeps, refunds: refunds.filter(hasValue) };
}

function readLogs(answer: RpcAnswer, range: LogRange, topics: readonly Hex[]): Log[] {
  const result = resultOf(answer);
  // Some gateways return null instead of too many logs.
  if (result === null) throw new UnusableAnswer("there are no logs in the response", true);
  return array(result, "the logs").map((value) => {
    const log = readLog(value);
    if ("blockHash" in range) {
      if (log.blockHash !== range.blockHash.toLowerCase())
        throw new UnusableAnswer("a log is of another block");
    } else if (log.blockNumber < range.fromBlock || log.blockNumber > range.toBlock) {
      throw new UnusableAnswer("a log is of a block outside the range");
    }
    if (!topics.some((topic) => topic === log.topics[0]))
      throw new UnusableAnswer("a log is of another event");
    return log;
  });
}

/** Checks the shape of one log. @throws UnusableAnswer */
export function readLog(value: unknown): Log {
  const log = object(value, "a log");
  if (log.removed !== undefined && log.removed !== false) throw new UnusableAnswer("a log was removed");
  return {
    address: address(log.address, "a log's address"),
    topics: array(log.topics, "a log's topics").map((topic) => hash(topic, "a log's topic")),
    data: data(log.data, "a log's data"),
    blockNumber: integer(log.blockNumber, "a log's block number"),
    blockHash: hash(log.blockHash, "a log's block hash"),
    txHash: hash(log.transactionHash, "a log's transaction hash"),
    logIndex: logIndex(log.logIndex),
  };
}

/** The ERC-20 transfer of a log; null when its arguments do not match (ERC-721 has the same topic). */
export function toTransfer(log: Log): TransferLog | null {
  const parts = twoAddressesAndAmount(log, transferTopic);
  if (parts === null) return null;
  const { first: from, second: to, amountUnits } = parts;
  return { ...position(log), tokenAddress: log.address, from, to, amountUnits };
}

/** The sweep of a log; null when its arguments do not match `DepositSwept`. */
function toSweep(log: Log): SweepLog | null {
  const parts = twoAddressesAndAmount(log, sweptTopic);
  if (parts === null) return null;
  return {
    ...position(log),
    depositAddress: log.address,
    tokenAddress: parts.first,
    amountUnits: parts.amountUnits,
  };
}

/** The refund of a log; null when its arguments do not match `DepositRefunded`. */
export function toRefund(log: Log): RefundLog | null {
  const parts = twoAddressesAndAmount(log, refundedTopic);
  if (parts === null) return null;
  return {
    ...position(log),
    depositAddress: log.address,
    tokenAddress: parts.first,
    to: parts.second,
    amountUnits: parts.amountUnits,
  };
}

export const hasValue = ({ amountUnits }: { amountUnits: bigint }): boolean => amountUnits > 0n;

function lowerCase(values: readonly Hex[] | null): ReadonlySet<string> | null {
  return values && new Set(values.map((value) => value.toLowerCase()));
}

function twoAddressesAndAmount(log: Log, topic: Hex) {
  const [event, first, second, more] = log.topics;
  if (event !== topic || more !== undefined || log.data.length !== 66) return null;
  const firstAddress = topicAddress(first);
  const secondAddress = topicAddress(second);
  if (firstAddress === null || secondAddress === null) return null;
  return { first: firstAddress, second: secondAddress, amountUnits: BigInt(log.data) };
}

function topicAddress(topic: Hex | undefined): Hex | null {
  return topic?.startsWith("0x000000000000000000000000") ? `0x${topic.slice(26)}` : null;
}

function position({ blockNumber, blockHash, txHash, logIndex }: Log) {
  return { blockNumber, blockHash, txHash, logIndex };
}

/** The maximum of PostgreSQL's integer. */
const maxLogIndex = 2n ** 31n - 1n;

function logIndex(value: unknown): number {
  const index = integer(value, "a log's index");
  if (index > maxLogIndex) throw new UnusableAnswer("a log's index is out of range");
  return Number(index);
}
