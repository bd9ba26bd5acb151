import { pad, toEventSelector } from "viem";
import type { Hex } from "@/lib/core/checkout";
import type { LogRange, SweepLog, TransferLog } from "@/lib/services/ports/chain-reader";
import { isRateLimit, type RpcAnswer, RpcRefusal, resultOf } from "./rpc-nodes";
import { address, array, data, hash, integer, object, toQuantity, UnusableAnswer } from "./rpc-shapes";

/** EIP-20 */
export const transferTopic = toEventSelector("Transfer(address,address,uint256)");
/** `Deposit.sol` */
export const sweptTopic = toEventSelector("DepositSwept(address,address,uint256)");

/** A log as a node gives it, its shape checked. */
export type Log = {
  address: Hex;
  topics: readonly Hex[];
  data: Hex;
  blockNumber: bigint;
  blockHash: Hex;
  txHash: Hex;
  logIndex: number;
};

/** The filter of `eth_getLogs`. */
export function logFilter(range: LogRange, topics: readonly unknown[], addresses?: readonly Hex[]): object {
  const where =
    "blockHash" in range
      ? { blockHash: range.blockHash }
      : { fromBlock: toQuantity(range.fromBlock), toBlock: toQuantity(range.toBlock) };
  return { ...where, topics, ...(addresses === undefined ? {} : { address: addresses }) };
}

/** Whether the range can be asked in halves. */
export function isDivisible(range: LogRange): boolean {
  return !("blockHash" in range) && range.fromBlock < range.toBlock;
}

/** An address as an indexed event argument. */
export function addressTopic(value: Hex): Hex {
  return pad(value);
}

/**
 * The logs in the answer to `eth_getLogs`, each from inside `range` and of the event asked for.
 * @throws RpcRefusal, with `rangeTooWide` when the node wants a smaller range
 * @throws UnusableAnswer when the answer is not about what was asked
 */
export function readLogs(answer: RpcAnswer, range: LogRange, topic: Hex): Log[] {
  if (!answer.ok && asksForSmallerRange(answer)) throw new RpcRefusal(answer, true);
  return array(resultOf(answer), "the logs").map((value) => {
    const log = readLog(value);
    if ("blockHash" in range) {
      if (log.blockHash !== range.blockHash.toLowerCase())
        throw new UnusableAnswer("a log is of another block");
    } else if (log.blockNumber < range.fromBlock || log.blockNumber > range.toBlock) {
      throw new UnusableAnswer("a log is of a block outside the range");
    }
    if (log.topics[0] !== topic) throw new UnusableAnswer("a log is of another event");
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

/** The ERC-20 transfer that a log tells of; null when its arguments are not those of one (ERC-721 has the same topic). */
export function toTransfer(log: Log): TransferLog | null {
  const parts = twoAddressesAndAmount(log, transferTopic);
  if (parts === null) return null;
  const { first: from, second: to, amountUnits } = parts;
  return { ...position(log), tokenAddress: log.address, from, to, amountUnits };
}

/** The sweep that a log tells of; null when its arguments are not those of `DepositSwept`. */
export function toSweep(log: Log): SweepLog | null {
  const parts = twoAddressesAndAmount(log, sweptTopic);
  if (parts === null) return null;
  return {
    ...position(log),
    depositAddress: log.address,
    tokenAddress: parts.first,
    amountUnits: parts.amountUnits,
  };
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

/** PostgreSQL's integer. */
const maxLogIndex = 2n ** 31n - 1n;

function logIndex(value: unknown): number {
  const index = integer(value, "a log's index");
  if (index > maxLogIndex) throw new UnusableAnswer("a log's index is out of range");
  return Number(index);
}

/** In the words of Infura, Alchemy, QuickNode, Tenderly, Ankr, dRPC and others: there is no code for it. */
const smallerRange =
  /\brange\b|returned more than|more than [\d,]+ (?:logs|results|blocks)|too many (?:logs|results|blocks)|max(?:imum)? (?:results|logs|blocks)|response (?:size|is too)|result(?:s| set)? too large|query (?:timeout|exceeds)/i;

function asksForSmallerRange(answer: Extract<RpcAnswer, { ok: false }>): boolean {
  const text = `${answer.message} ${JSON.stringify(answer.data ?? "").slice(0, 500)}`;
  if (smallerRange.test(text) && !/invalid (?:block )?range|beyond|out of range/i.test(text)) return true;
  return answer.code === -32005 && !isRateLimit({ ...answer, code: 0 }) && /limit/i.test(text);
}
