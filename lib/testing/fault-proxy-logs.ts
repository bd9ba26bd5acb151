import type { Fault, RpcLog, RpcRequest } from "./fault-proxy-faults";
import {
  blockNumber,
  type LogFilter,
  logFilter,
  otherHash,
  type RpcReply,
  type Upstream,
} from "./fault-proxy-view";

/** The answer to `eth_getLogs` of a node with these faults. */
export async function faultyLogs(
  faults: readonly Fault[],
  call: RpcRequest,
  view: Upstream,
): Promise<RpcReply> {
  const filter = logFilter(call);
  for (const fault of faults) {
    if (fault.kind === "block-limit" && (await blocksAsked(filter, view)) > BigInt(fault.blocks))
      return refusal(fault.words);
  }
  const reply = await view(call);
  if ("error" in reply) return reply;
  let logs = reply.result as RpcLog[];
  for (const fault of faults) {
    if (fault.kind === "result-limit" && logs.length > fault.results) return refusal(fault.words);
    if (fault.kind === "empty-logs") logs = [];
    if (fault.kind === "dropped-log")
      logs = logs.filter((_, index) => index !== logs.length - 1 - fault.fromEnd);
    if (fault.kind === "invented-logs")
      logs = [...logs, ...fault.logs.filter((log) => isAskedFor(log, filter))];
    if (fault.kind === "wrong-block-hash")
      logs = logs.map((log) => ({ ...log, blockHash: otherHash(log.blockHash) }));
  }
  return { result: logs };
}

function refusal({ status, ...error }: Extract<Fault, { kind: "block-limit" }>["words"]): RpcReply {
  return { error, status };
}

async function blocksAsked({ blockHash, fromBlock, toBlock }: LogFilter, view: Upstream): Promise<bigint> {
  if (blockHash !== undefined) return 1n;
  const [from, to] = [await blockNumber(fromBlock, view), await blockNumber(toBlock, view)];
  return from === null || to === null ? 0n : to - from + 1n;
}

function isAskedFor(
  log: RpcLog,
  { blockHash, fromBlock, toBlock, address, topics = [] }: LogFilter,
): boolean {
  const number = BigInt(log.blockNumber);
  if (
    blockHash !== undefined
      ? blockHash !== log.blockHash
      : number < lowest(fromBlock) || number > highest(toBlock)
  )
    return false;
  if (address !== undefined && !listed(address, log.address)) return false;
  return topics.every((topic, index) => topic === null || listed(topic, log.topics[index] ?? ""));
}

const lowest = (block: unknown) => (isQuantity(block) ? BigInt(block) : 0n);
const highest = (block: unknown) => (isQuantity(block) ? BigInt(block) : 2n ** 63n);

function isQuantity(block: unknown): block is string {
  return typeof block === "string" && block.startsWith("0x");
}

function listed(wanted: string | readonly string[], value: string): boolean {
  const all = typeof wanted === "string" ? [wanted] : wanted;
  return all.some((one) => one.toLowerCase() === value.toLowerCase());
}
