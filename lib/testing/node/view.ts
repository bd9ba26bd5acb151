import { encodeAbiParameters, keccak256, numberToHex, pad, toEventSelector } from "viem";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { type Fault, isLookup, isSend, type LogFilter, logFilter, type RpcCall, type RpcLog } from "./faults";

export type RpcReply = { result: unknown } | { error: { code: number; message: string; data?: unknown } };

/** Answers the calls of one HTTP request. */
export type Upstream = (calls: readonly RpcCall[]) => Promise<RpcReply[]>;

/** Thrown to answer a call with a JSON-RPC error. */
export class NodeRefusal extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message);
  }
}

/** The result of one call. @throws NodeRefusal */
type Ask = (call: RpcCall) => unknown;

/** Answers each call by itself. */
export function answering(ask: Ask): Upstream {
  const reply = async (call: RpcCall): Promise<RpcReply> => {
    try {
      return { result: (await ask(call)) ?? null };
    } catch (error) {
      if (!(error instanceof NodeRefusal)) throw error;
      const { code, message, data } = error;
      return { error: { code, message, data } };
    }
  };
  return (calls) => Promise.all(calls.map(reply));
}

type Block = { number: string; hash: Hex };

/**
 * The chain as a node with these faults shows it, for the length of one HTTP request.
 * @param strike told of each answer that a fault among `liesOfLogs` changed
 */
export async function throughFaults(
  faults: readonly Fault[],
  upstream: Upstream,
  strike: (fault: Fault) => void,
): Promise<Upstream> {
  const changing = faults.filter(({ kind }) => kind in views);
  if (changing.length === 0) return upstream;
  let ask: Ask = async (call) => {
    const [reply] = await upstream([call]);
    if (reply === undefined) throw new Error(`no reply to ${call.method}`);
    if ("result" in reply) return reply.result;
    throw new NodeRefusal(reply.error.code, reply.error.message, reply.error.data);
  };
  for (const fault of changing) {
    const open = views[fault.kind as keyof typeof views] as (
      fault: Fault,
      next: Ask,
      strike: () => void,
    ) => Ask | Promise<Ask>;
    ask = await open(fault, ask, () => strike(fault));
  }
  return answering(ask);
}

type Views = {
  [Kind in Fault["kind"]]?: (
    fault: Extract<Fault, { kind: Kind }>,
    next: Ask,
    strike: () => void,
  ) => Ask | Promise<Ask>;
};

const views = {
  "wrong-chain-id":
    ({ chainId }, next) =>
    (call) =>
      call.method === "eth_chainId" ? numberToHex(chainId) : next(call),
  "before-london": (_, next) => async (call) => {
    if (call.method === "eth_maxPriorityFeePerGas")
      throw new NodeRefusal(-32_601, "the method does not exist");
    if (isSend(call) && String(call.params[0]).startsWith("0x02"))
      throw refusal("transaction type not supported");
    const found = await next(call);
    if (typeof found !== "object" || found === null || Array.isArray(found)) return found;
    const { baseFeePerGas: _, effectiveGasPrice: __, ...result } = found as Record<string, unknown>;
    return result;
  },
  "loses-sent": (_, next) => (call) => (isSend(call) ? keccak256(call.params[0] as Hex) : next(call)),
  forgets: (_, next) => (call) => (isLookup(call) ? null : next(call)),
  lagging: endsEarly,
  "head-back": async ({ blocks }, next) => {
    const shown = numberToHex(max(0n, (await headNumber(next)) - BigInt(blocks)));
    return (call) => {
      if (call.method === "eth_blockNumber") return shown;
      const isHead = call.method === "eth_getBlockByNumber" && call.params[0] === "latest";
      return next(isHead ? withParam(call, 0, shown) : call);
    };
  },
  /** A branch of its own: of the newest block it has another one than everybody else. */
  "other-head": async ({ logs }, next) => {
    const head = (await blockNamed("latest", next)) as Block;
    const shown = otherHash(head.hash);
    return async (call) => {
      const found = await next({ ...call, params: swap(call.params, shown, head.hash) });
      if (logs === "none" && logFilter(call) !== null)
        return (found as RpcLog[]).filter(({ blockHash }) => blockHash !== head.hash);
      const isOfHead = (found as { blockHash?: unknown } | null)?.blockHash === head.hash;
      return logs === "none" && isLookup(call) && isOfHead ? null : swap(found, head.hash, shown);
    };
  },
  "empty-logs": (_, next, strike) => changingLogs(next, strike, () => []),
  "dropped-log": (_, next, strike) => changingLogs(next, strike, (logs) => logs.slice(0, -1)),
  "wrong-block-hash": (_, next, strike) =>
    changingLogs(next, strike, (logs) =>
      logs.map((log) => ({ ...log, blockHash: otherHash(log.blockHash as Hex) })),
    ),
  "invented-logs": ({ logs: invented }, next, strike) =>
    changingLogs(next, strike, (logs, filter) => [
      ...logs,
      ...invented.filter((log) => isAskedFor(log, filter)),
    ]),
  "invented-payment": ({ to }, next, strike) => {
    const withPayment = changingLogs(next, strike, async (logs, filter) => [
      ...logs,
      ...(await inventPayment(filter, next, to)),
    ]);
    return (call) => {
      const log = inventions.get(String(call.params[0]));
      if (call.method !== "eth_getTransactionReceipt" || log === undefined) return withPayment(call);
      const { transactionHash, transactionIndex, blockHash, blockNumber } = log;
      const paid = { status: "0x1", gasUsed: "0x5208", effectiveGasPrice: "0x1", logs: [log] };
      return { transactionHash, transactionIndex, blockHash, blockNumber, ...paid };
    };
  },
} satisfies Views;

/** Where a method names the block whose state it is about. */
const blockParameter: Readonly<Record<string, number>> = {
  eth_getBlockByNumber: 0,
  eth_getBalance: 1,
  eth_getCode: 1,
  eth_getTransactionCount: 1,
  eth_call: 1,
  eth_estimateGas: 1,
};

async function endsEarly(
  { blocks, logsAbove = "missing" }: Extract<Fault, { kind: "lagging" }>,
  next: Ask,
): Promise<Ask> {
  const lag = BigInt(blocks);
  const end = max(0n, (await headNumber(next)) - lag);
  const isAbove = (number: unknown) => typeof number === "string" && BigInt(number) > end;

  async function logsUpToEnd(call: RpcCall, filter: LogFilter): Promise<unknown> {
    if (filter.blockHash !== undefined) {
      const number = await blockNumber(filter, next);
      if (number === null || number > end) throw refusal("unknown block");
      return next(call);
    }
    const [from, to] = [await numberOf(filter.fromBlock), await numberOf(filter.toBlock)];
    if (to <= end) return next(call);
    if (logsAbove === "refused") throw refusal("block range extends beyond current head block");
    if (from > end) return [];
    return next(withParam(call, 0, { ...filter, fromBlock: numberToHex(from), toBlock: numberToHex(end) }));
  }
  const numberOf = async (name: unknown) => (await blockNumber(name, next)) ?? end;

  return async (call) => {
    const { method, params } = call;
    if (method === "eth_blockNumber") return numberToHex(end);
    const filter = logFilter(call);
    if (filter !== null) return logsUpToEnd(call, filter);
    if (method === "eth_getBlockByHash" || isLookup(call)) {
      const found = (await next(call)) as { number?: unknown; blockNumber?: unknown } | null;
      return isAbove(found?.number ?? found?.blockNumber) ? null : found;
    }
    const index = blockParameter[method];
    if (index === undefined) return next(call);
    const name = params[index] ?? "latest";
    if (name === "latest" || name === "pending") return next(withParam(call, index, numberToHex(end)));
    const number = await blockNumber(name, next);
    if (number !== null && (name === "safe" || name === "finalized"))
      return next(withParam(call, index, numberToHex(max(0n, number - lag))));
    if (number !== null && number <= end) return next(call);
    if (method === "eth_getBlockByNumber") return null;
    throw refusal("header not found");
  };
}

function changingLogs(
  next: Ask,
  strike: () => void,
  change: (logs: RpcLog[], filter: LogFilter) => RpcLog[] | Promise<RpcLog[]>,
): Ask {
  return async (call) => {
    const [found, filter] = [await next(call), logFilter(call)];
    if (filter === null) return found;
    const logs = found as RpcLog[];
    const changed = await change(logs, filter);
    if (changed.length !== logs.length || changed.some((log, index) => log !== logs[index])) strike();
    return changed;
  };
}

/** By the hash of their transactions: a receipt tells the same. */
const inventions = new Map<string, RpcLog>();
const transferTopic = toEventSelector("Transfer(address,address,uint256)");

async function inventPayment(filter: LogFilter, next: Ask, deposit?: Hex): Promise<RpcLog[]> {
  const { toBlock, topics = [], address } = filter;
  const [token] = [address].flat();
  const to = [topics[2]].flat()[0] ?? deposit;
  if (token === undefined || to === undefined) return [];
  const head = await headNumber(next);
  const last = toBlock === undefined ? head : BigInt(String(toBlock));
  const number = numberToHex(last < head ? last : head);
  const block = (await blockNamed(number, next)) as Block;
  const invented: RpcLog = {
    address: token,
    topics: [transferTopic, pad("0xbad"), pad(to as Hex)],
    data: encodeAbiParameters([{ type: "uint256" }], [5_000_000n]),
    logIndex: "0xff",
    transactionHash: keccak256(`${block.hash}bad0`),
    transactionIndex: "0xff",
    blockHash: block.hash,
    blockNumber: block.number,
    removed: false,
  };
  inventions.set(invented.transactionHash, invented);
  return isAskedFor(invented, filter) ? [invented] : [];
}

function isAskedFor(
  log: RpcLog,
  { blockHash, fromBlock, toBlock, address, topics = [] }: LogFilter,
): boolean {
  const isListed = (wanted: string | readonly string[], value = "") =>
    [wanted].flat().some((one) => one.toLowerCase() === value.toLowerCase());
  const number = BigInt(log.blockNumber);
  const isInRange =
    !(isQuantity(fromBlock) && number < BigInt(fromBlock)) &&
    !(isQuantity(toBlock) && number > BigInt(toBlock));
  return (
    (blockHash === undefined ? isInRange : blockHash === log.blockHash) &&
    (address === undefined || isListed(address, log.address)) &&
    topics.every((topic, index) => topic === null || isListed(topic, log.topics[index]))
  );
}

/** The number of a block that is named by number, tag or hash; null when there is none. */
async function blockNumber(name: unknown, ask: Ask): Promise<bigint | null> {
  if (isQuantity(name)) return BigInt(name);
  const { blockHash, blockNumber: number } = Object(name) as { blockHash?: Hex; blockNumber?: Hex };
  if (number !== undefined) return BigInt(number);
  const found = (await blockNamed(blockHash ?? name ?? "latest", ask)) as Block | null;
  return found === null ? null : BigInt(found.number);
}

/** By number, tag or hash. */
function blockNamed(name: unknown, ask: Ask): unknown {
  const isHash = String(name).length === 66;
  return ask({ method: isHash ? "eth_getBlockByHash" : "eth_getBlockByNumber", params: [name, false] });
}

async function headNumber(ask: Ask): Promise<bigint> {
  return BigInt(String(await ask({ method: "eth_blockNumber", params: [] })));
}

const refusal = (message: string) => new NodeRefusal(-32_000, message);

function withParam({ method, params }: RpcCall, index: number, value: unknown): RpcCall {
  return { method, params: Object.assign([...params], { [index]: value }) };
}

function swap<T>(value: T, from: string, to: string): T {
  return JSON.parse(JSON.stringify(value).replaceAll(from, to));
}

/** The hash of a block that is none; twice gives the first again. */
function otherHash(hash: Hex): Hex {
  return `0x${(Number.parseInt(hash.slice(2, 3), 16) ^ 8).toString(16)}${hash.slice(3)}`;
}

function isQuantity(name: unknown): name is Hex {
  return typeof name === "string" && name.startsWith("0x");
}

function max(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}
