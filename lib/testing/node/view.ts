import { encodeAbiParameters, keccak256, pad, toEventSelector } from "viem";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { type Fault, isLookup, isSend, type LogFilter, logFilter, type RpcCall, type RpcLog } from "./faults";

export type RpcReply = { result: unknown } | { error: { code: number; message: string; data?: unknown } };

/** Answers the calls of one HTTP request. */
export type Upstream = (calls: readonly RpcCall[]) => Promise<RpcReply[]>;

/** Answers one call. */
type Ask = (call: RpcCall) => Promise<RpcReply>;

type Block = { number: string; hash: Hex };

/** The chain as a node with these faults shows it, for the length of one HTTP request. */
export async function throughFaults(faults: readonly Fault[], upstream: Upstream): Promise<Upstream> {
  const changing = faults.filter(({ kind }) => kind in views);
  if (changing.length === 0) return upstream;
  let ask: Ask = async (call) => {
    const [reply] = await upstream([call]);
    if (reply === undefined) throw new Error(`no reply to ${call.method}`);
    return reply;
  };
  for (const fault of changing) {
    const open = views[fault.kind as keyof typeof views] as (fault: Fault, next: Ask) => Ask | Promise<Ask>;
    ask = await open(fault, ask);
  }
  return async (calls) => {
    const replies: RpcReply[] = [];
    for (const call of calls) replies.push(await ask(call));
    return replies;
  };
}

type Views = {
  [Kind in Fault["kind"]]?: (fault: Extract<Fault, { kind: Kind }>, next: Ask) => Ask | Promise<Ask>;
};

const views = {
  "wrong-chain-id":
    ({ chainId }, next) =>
    async (call) =>
      call.method === "eth_chainId" ? { result: quantity(BigInt(chainId)) } : next(call),
  "before-london": (_, next) => async (call) => {
    if (call.method === "eth_maxPriorityFeePerGas") return refusal("the method does not exist", -32_601);
    if (isSend(call) && String(call.params[0]).startsWith("0x02"))
      return refusal("transaction type not supported");
    const reply = await next(call);
    const found = resultOf(reply);
    if (typeof found !== "object" || found === null || Array.isArray(found)) return reply;
    const { baseFeePerGas: _, effectiveGasPrice: __, ...result } = found as Record<string, unknown>;
    return { result };
  },
  "loses-sent": (_, next) => async (call) =>
    isSend(call) ? { result: keccak256(call.params[0] as Hex) } : next(call),
  forgets: (_, next) => async (call) => (isLookup(call) ? { result: null } : next(call)),
  lagging: endsEarly,
  "head-back": async ({ blocks }, next) => {
    const shown = quantity(max(0n, (await headNumber(next)) - BigInt(blocks)));
    return async (call) => {
      if (call.method === "eth_blockNumber") return { result: shown };
      const isHead = call.method === "eth_getBlockByNumber" && call.params[0] === "latest";
      return next(isHead ? withParam(call, 0, shown) : call);
    };
  },
  /** A branch of its own: of the newest block it has another one than everybody else. */
  "other-head": async ({ logs }, next) => {
    const head = resultOf(await next({ method: "eth_getBlockByNumber", params: ["latest", false] })) as Block;
    const shown = otherHash(head.hash);
    return async ({ method, params }) => {
      const reply = await next({ method, params: swap(params, shown, head.hash) });
      const found = resultOf(reply) as { blockHash?: unknown } | null;
      if (logs === "none" && method === "eth_getLogs" && Array.isArray(found))
        return { result: (found as RpcLog[]).filter(({ blockHash }) => blockHash !== head.hash) };
      const isLost = logs === "none" && isLookup({ method, params }) && found?.blockHash === head.hash;
      return isLost ? { result: null } : swap(reply, head.hash, shown);
    };
  },
  "empty-logs": (_, next) => changingLogs(next, () => []),
  "dropped-log": (_, next) => changingLogs(next, (logs) => logs.slice(0, -1)),
  "wrong-block-hash": (_, next) =>
    changingLogs(next, (logs) => logs.map((log) => ({ ...log, blockHash: otherHash(log.blockHash as Hex) }))),
  "invented-logs": ({ logs: invented }, next) =>
    changingLogs(next, (logs, filter) => [...logs, ...invented.filter((log) => isAskedFor(log, filter))]),
  "invented-payment": (_, next) => {
    const withPayment: Ask = async (call) => {
      const filter = logFilter(call);
      const payment = filter === null ? null : await inventPayment(filter, next);
      const reply = await next(call);
      if (payment === null || !("result" in reply)) return reply;
      return { result: [...(reply.result as RpcLog[]), payment] };
    };
    return (call) => {
      const told = inventions.get(String(call.params[0]));
      if (call.method !== "eth_getTransactionReceipt" || told === undefined) return withPayment(call);
      const { transactionHash, transactionIndex, blockHash, blockNumber } = told;
      const paid = { status: "0x1", gasUsed: "0x5208", effectiveGasPrice: "0x1", logs: [told] };
      return Promise.resolve({
        result: { transactionHash, transactionIndex, blockHash, blockNumber, ...paid },
      });
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

  async function logsUpToEnd(call: RpcCall, filter: LogFilter): Promise<RpcReply> {
    if (filter.blockHash !== undefined) {
      const number = await blockNumber(filter, next);
      return number === null || number > end ? refusal("unknown block") : next(call);
    }
    const [from, to] = [await numberOf(filter.fromBlock), await numberOf(filter.toBlock)];
    if (to <= end) return next(call);
    if (logsAbove === "refused") return refusal("block range extends beyond current head block");
    if (from > end) return { result: [] };
    return next(withParam(call, 0, { ...filter, fromBlock: quantity(from), toBlock: quantity(end) }));
  }
  const numberOf = async (name: unknown) => (await blockNumber(name, next)) ?? end;

  return async (call) => {
    const { method, params } = call;
    if (method === "eth_blockNumber") return { result: quantity(end) };
    const filter = logFilter(call);
    if (filter !== null) return logsUpToEnd(call, filter);
    if (method === "eth_getBlockByHash" || isLookup(call)) {
      const reply = await next(call);
      const found = resultOf(reply) as { number?: unknown; blockNumber?: unknown } | null;
      return isAbove(found?.number ?? found?.blockNumber) ? { result: null } : reply;
    }
    const index = blockParameter[method];
    if (index === undefined) return next(call);
    const name = params[index] ?? "latest";
    if (name === "latest" || name === "pending") return next(withParam(call, index, quantity(end)));
    const number = await blockNumber(name, next);
    if (number !== null && (name === "safe" || name === "finalized"))
      return next(withParam(call, index, quantity(max(0n, number - lag))));
    if (number !== null && number <= end) return next(call);
    return method === "eth_getBlockByNumber" ? { result: null } : refusal("header not found");
  };
}

function changingLogs(next: Ask, change: (logs: RpcLog[], filter: LogFilter) => RpcLog[]): Ask {
  return async (call) => {
    const [reply, filter] = [await next(call), logFilter(call)];
    if (filter === null || !("result" in reply)) return reply;
    return { result: change(reply.result as RpcLog[], filter) };
  };
}

/** By the hash of their transactions: a receipt tells the same. */
const inventions = new Map<string, RpcLog>();
const transferTopic = toEventSelector("Transfer(address,address,uint256)");

async function inventPayment(
  { toBlock, topics = [], address }: LogFilter,
  next: Ask,
): Promise<RpcLog | null> {
  const [[token], [to]] = [[address].flat(), [topics[2]].flat()];
  const isOfTransfers = [topics[0]].flat().includes(transferTopic);
  if (!isOfTransfers || typeof token !== "string" || typeof to !== "string") return null;
  const head = await headNumber(next);
  const last = toBlock === undefined ? head : BigInt(String(toBlock));
  const number = quantity(last < head ? last : head);
  const block = resultOf(await next({ method: "eth_getBlockByNumber", params: [number, false] })) as Block;
  const invented: RpcLog = {
    address: token,
    topics: [transferTopic, pad("0xbad"), to],
    data: encodeAbiParameters([{ type: "uint256" }], [5_000_000n]),
    logIndex: "0xff",
    transactionHash: keccak256(`${block.hash}bad0`),
    transactionIndex: "0xff",
    blockHash: block.hash,
    blockNumber: block.number,
    removed: false,
  };
  inventions.set(invented.transactionHash, invented);
  return invented;
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
  const call =
    blockHash === undefined
      ? { method: "eth_getBlockByNumber", params: [name ?? "latest", false] }
      : { method: "eth_getBlockByHash", params: [blockHash, false] };
  const found = resultOf(await ask(call)) as Block | null;
  return found === null ? null : BigInt(found.number);
}

async function headNumber(ask: Ask): Promise<bigint> {
  return BigInt(String(resultOf(await ask({ method: "eth_blockNumber", params: [] }))));
}

function resultOf(reply: RpcReply): unknown {
  return "result" in reply ? reply.result : null;
}

function refusal(message: string, code = -32_000): RpcReply {
  return { error: { code, message } };
}

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

function quantity(value: bigint): Hex {
  return `0x${value.toString(16)}`;
}

function max(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}
