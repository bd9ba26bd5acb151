import type { Fault, RpcLog, RpcRequest } from "./fault-proxy-faults";

export type RpcError = { code: number; message: string; data?: unknown };

/** `status`: the HTTP status under which it comes, where that is not 200. */
export type RpcReply = { result: unknown } | { error: RpcError; status?: number };

/** Asks the real node one thing. */
export type Upstream = (call: RpcRequest) => Promise<RpcReply>;

type Block = { number: string; hash: string };

/** Where a method names the block whose state it is about. */
const blockParameter: Readonly<Record<string, number>> = {
  eth_getBlockByNumber: 0,
  eth_getBlockReceipts: 0,
  eth_getBalance: 1,
  eth_getCode: 1,
  eth_getTransactionCount: 1,
  eth_call: 1,
  eth_estimateGas: 1,
  eth_feeHistory: 1,
  eth_getStorageAt: 2,
  eth_getProof: 2,
};

const byHash: ReadonlySet<string> = new Set([
  "eth_getBlockByHash",
  "eth_getTransactionByHash",
  "eth_getTransactionReceipt",
]);

/** The chain as a node with these faults shows it, for the length of one HTTP request. */
export async function openView(faults: readonly Fault[], upstream: Upstream): Promise<Upstream> {
  const views: ((next: Upstream) => Upstream | Promise<Upstream>)[] = [];
  for (const fault of faults) {
    if (fault.kind === "lagging" || fault.kind === "stuck") views.push((next) => endsEarly(fault, next));
    if (fault.kind === "head-back") views.push((next) => headBack(fault.blocks, next));
    if (fault.kind === "other-head") views.push((next) => otherHead(fault.logs, next));
    if (fault.kind === "receipts-lost") views.push(withoutReceipts);
    if (fault.kind === "before-london") views.push(beforeLondon);
    if (fault.kind === "wrong-chain-id") views.push((next) => otherChainId(fault.chainId, next));
  }
  let view = upstream;
  for (const open of views) view = await open(view);
  return view;
}

async function endsEarly(
  fault: Extract<Fault, { kind: "lagging" | "stuck" }>,
  next: Upstream,
): Promise<Upstream> {
  const head = await headNumber(next);
  const wanted = fault.kind === "stuck" ? fault.atBlock : head - BigInt(fault.blocks);
  const end = wanted < 0n ? 0n : wanted < head ? wanted : head;
  const above = (quantity: unknown) => typeof quantity === "string" && BigInt(quantity) > end;
  const unknownBlock = { error: { code: -32000, message: "header not found" } };

  return async (call) => {
    const { method, params } = call;
    if (method === "eth_blockNumber") return { result: toHex(end) };
    if (method === "eth_getLogs") return logsUpTo(end, fault.logsAbove, call, next);
    if (byHash.has(method)) {
      const reply = await next(call);
      const found = resultOf(reply) as { number?: unknown; blockNumber?: unknown } | null;
      return found !== null && above(found.number ?? found.blockNumber) ? { result: null } : reply;
    }
    const index = blockParameter[method];
    if (index === undefined) return next(call);
    const missing = method === "eth_getBlockByNumber" ? { result: null } : unknownBlock;
    const number = await blockNumber(params[index], next);
    if (params[index] === "safe" || params[index] === "finalized")
      return next(replaced(call, index, toHex(number === null || number > end ? end : number)));
    if (params[index] === undefined || params[index] === "latest" || params[index] === "pending")
      return next(replaced(call, index, toHex(end)));
    return number === null || number > end ? missing : next(call);
  };
}

async function logsUpTo(
  end: bigint,
  above: "missing" | "refused",
  call: RpcRequest,
  next: Upstream,
): Promise<RpcReply> {
  const filter = logFilter(call);
  if (filter.blockHash !== undefined) {
    const number = await blockNumber({ blockHash: filter.blockHash }, next);
    return number === null || number > end
      ? { error: { code: -32000, message: "unknown block" } }
      : next(call);
  }
  const from = (await blockNumber(filter.fromBlock, next)) ?? end;
  const to = (await blockNumber(filter.toBlock, next)) ?? end;
  if (to <= end) return next(call);
  if (above === "refused")
    return { error: { code: -32000, message: "block range extends beyond current head block" } };
  if (from > end) return { result: [] };
  return next(replaced(call, 0, { ...filter, fromBlock: toHex(from), toBlock: toHex(end) }));
}

async function headBack(blocks: number, next: Upstream): Promise<Upstream> {
  const head = await headNumber(next);
  const shown = toHex(head > BigInt(blocks) ? head - BigInt(blocks) : 0n);
  return (call) => {
    if (call.method === "eth_blockNumber") return Promise.resolve({ result: shown });
    if (call.method === "eth_getBlockByNumber" && call.params[0] === "latest")
      return next(replaced(call, 0, shown));
    return next(call);
  };
}

/** A node on a branch of its own: of the newest block it has another one than everybody else. */
async function otherHead(logs: "same" | "none", next: Upstream): Promise<Upstream> {
  const head = resultOf(await next({ method: "eth_getBlockByNumber", params: ["latest", false] })) as Block;
  const shown = otherHash(head.hash);
  return async ({ method, params }) => {
    const reply = await next({ method, params: JSON.parse(swap(JSON.stringify(params), shown, head.hash)) });
    if (logs === "none" && "result" in reply) {
      if (method === "eth_getLogs")
        return { result: (reply.result as RpcLog[]).filter(({ blockHash }) => blockHash !== head.hash) };
      const receipt = reply.result as { blockHash?: unknown } | null;
      if (method === "eth_getTransactionReceipt" && receipt?.blockHash === head.hash) return { result: null };
    }
    return JSON.parse(swap(JSON.stringify(reply), head.hash, shown)) as RpcReply;
  };
}

function withoutReceipts(next: Upstream): Upstream {
  return (call) =>
    call.method === "eth_getTransactionReceipt" ? Promise.resolve({ result: null }) : next(call);
}

function otherChainId(chainId: number, next: Upstream): Upstream {
  return (call) =>
    call.method === "eth_chainId" ? Promise.resolve({ result: toHex(BigInt(chainId)) }) : next(call);
}

function beforeLondon(next: Upstream): Upstream {
  return async (call) => {
    if (call.method === "eth_maxPriorityFeePerGas")
      return { error: { code: -32601, message: "the method does not exist" } };
    if (call.method === "eth_sendRawTransaction" && String(call.params[0]).startsWith("0x02"))
      return { error: { code: -32000, message: "transaction type not supported" } };
    const reply = await next(call);
    const found = resultOf(reply);
    if (typeof found !== "object" || found === null || Array.isArray(found)) return reply;
    const { baseFeePerGas: _, effectiveGasPrice: __, ...result } = found as Record<string, unknown>;
    return { result };
  };
}

/** The hash of a block that is none; twice gives the first again. */
function otherHash(hash: string): string {
  return `0x${(Number.parseInt(hash.slice(2, 3), 16) ^ 8).toString(16)}${hash.slice(3)}`;
}

export type LogFilter = {
  blockHash?: string;
  fromBlock?: unknown;
  toBlock?: unknown;
  address?: string | string[];
  topics?: (null | string | string[])[];
};

function logFilter({ params }: RpcRequest): LogFilter {
  return (params[0] ?? {}) as LogFilter;
}

/** The number of a block that is named by number, tag or hash; null when there is none. */
async function blockNumber(name: unknown, upstream: Upstream): Promise<bigint | null> {
  if (typeof name === "string" && name.startsWith("0x")) return BigInt(name);
  const { blockHash, blockNumber: number } = (typeof name === "object" && name !== null ? name : {}) as {
    blockHash?: string;
    blockNumber?: string;
  };
  if (number !== undefined) return BigInt(number);
  const found = resultOf(
    blockHash === undefined
      ? await upstream({ method: "eth_getBlockByNumber", params: [name ?? "latest", false] })
      : await upstream({ method: "eth_getBlockByHash", params: [blockHash, false] }),
  ) as Block | null;
  return found === null ? null : BigInt(found.number);
}

async function headNumber(upstream: Upstream): Promise<bigint> {
  return BigInt(String(resultOf(await upstream({ method: "eth_blockNumber", params: [] }))));
}

function resultOf(reply: RpcReply): unknown {
  return "result" in reply ? reply.result : null;
}

function replaced({ method, params }: RpcRequest, index: number, value: unknown): RpcRequest {
  const changed = [...params];
  changed[index] = value;
  return { method, params: changed };
}

function swap(text: string, from: string, to: string): string {
  return text.replaceAll(from, to);
}

function toHex(value: bigint): string {
  return `0x${value.toString(16)}`;
}

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
