import { isRateLimit, type RpcAnswer, type RpcCall, resultOf } from "@/lib/chain/rpc/answers";
import { hash, integer, object, toQuantity, UnusableAnswer } from "@/lib/chain/rpc/shapes";
import type { BlockHeader } from "./chain-reader.port";

/** Asks for a block by its number or tag. */
export function blockCall(block: bigint | "latest" | "safe" | "finalized"): RpcCall {
  return {
    method: "eth_getBlockByNumber",
    params: [typeof block === "bigint" ? toQuantity(block) : block, false],
  };
}

/**
 * A block's header; null when the node has no such block.
 * @param asked the number that the block must have; null when not requested by number
 * @throws UnusableAnswer
 */
export function readHeader(value: unknown, asked: bigint | null): BlockHeader | null {
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
