import { Dispatcher, getGlobalDispatcher, setGlobalDispatcher } from "undici";
import { encodeAbiParameters, keccak256, pad, toEventSelector } from "viem";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { usdc } from "@/lib/testing/builders";
import type { SimulatedChain } from "@/lib/testing/simulated-chain/chain";
import { answerCall, RpcError, takeSigned } from "@/lib/testing/simulated-chain/node";
import type { Cuts } from "./cuts";

/** How a node fails; each for itself, and none by default. */
export type Faults = {
  /** HTTP 503, no answer in time, one that came after the caller left, a page of HTML, or 429 to everything. */
  silent: "down" | "hangs" | "late" | "html" | "limited" | null;
  behindBlocks: number;
  /** It has the blocks, and says that nothing happened in them. */
  hidesLogs: boolean;
  /** It has forgotten transactions and receipts. */
  forgets: boolean;
  /** It accepts transactions, and loses them. */
  losesSent: boolean;
  /** It refuses more blocks than this at once; zero for no limit. */
  maxRange: number;
  /** It tells of a payment that was never made, to an address that it is asked for. */
  inventsPayment: boolean;
};

export const noFaults: Faults = {
  silent: null,
  behindBlocks: 0,
  hidesLogs: false,
  forgets: false,
  losesSent: false,
  maxRange: 0,
  inventsPayment: false,
};

export type Node = { chain: SimulatedChain; faults: Faults };

export const urlOf = (instance: number, chainId: number, node: number) =>
  `http://n${node}.c${chainId}.i${instance}.example`;

/** Takes the place of the network below `fetch`: no socket, and nothing that depends on the machine. */
export class NodesNetwork extends Dispatcher {
  private readonly before = getGlobalDispatcher();

  constructor(
    private readonly nodes: ReadonlyMap<number, readonly Node[]>,
    private readonly cutsOf: (instance: number) => Cuts,
  ) {
    super();
    setGlobalDispatcher(this);
  }

  override dispatch(
    { origin, body }: Dispatcher.DispatchOptions,
    handler: Dispatcher.DispatchHandler,
  ): boolean {
    const [, node = "", chainId = "", instance = ""] =
      /n(\d+)\.c(\d+)\.i(\d+)\.example/.exec(String(origin)) ?? [];
    const found = this.nodes.get(Number(chainId))?.[Number(node)];
    handler.onConnect?.(() => undefined);
    void (async () => {
      if (found === undefined) throw new Error(`nothing listens at ${origin}`);
      const text = await textOf(body);
      const answer = () => answerText(found, text);
      const { status, text: answered } = await this.cutsOf(Number(instance)).around("call", answer);
      handler.onHeaders?.(
        status,
        [Buffer.from("content-type"), Buffer.from("application/json")],
        () => undefined,
        "",
      );
      handler.onData?.(Buffer.from(answered));
      handler.onComplete?.([]);
    })().catch((error: Error) => handler.onError?.(error));
    return true;
  }

  restore(): void {
    setGlobalDispatcher(this.before);
  }
}

async function textOf(body: unknown): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of body as AsyncIterable<Uint8Array>) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString("utf8");
}

const noAnswer = () => new DOMException("no answer in time", "TimeoutError");

type Call = { id: unknown; method: string; params?: readonly unknown[] };

async function answerText(node: Node, text: string): Promise<{ status: number; text: string }> {
  const { silent } = node.faults;
  if (silent === "down") return { status: 503, text: "the node is down" };
  if (silent === "limited") return { status: 429, text: "too many requests" };
  if (silent === "html") return { status: 200, text: "<html>Welcome</html>" };
  if (silent === "hangs") throw noAnswer();
  const body: Call | Call[] = JSON.parse(text);
  const answers = await Promise.all((Array.isArray(body) ? body : [body]).map((call) => answer(node, call)));
  if (silent === "late") throw noAnswer();
  return { status: 200, text: JSON.stringify(Array.isArray(body) ? answers : answers[0]) };
}

async function answer(node: Node, { id, method, params = [] }: Call): Promise<unknown> {
  try {
    return { jsonrpc: "2.0", id, result: await resultOf(node, method, params) };
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return { jsonrpc: "2.0", id, error: { code: error.code, message: error.message } };
  }
}

async function resultOf({ chain, faults }: Node, method: string, params: readonly unknown[]) {
  const headNumber = Math.max(0, chain.head.number - faults.behindBlocks);
  const view = { chain, headNumber, hidesLogs: faults.hidesLogs };
  if (method === "eth_sendRawTransaction") {
    const raw = params[0] as Hex;
    return faults.losesSent ? keccak256(raw) : takeSigned(chain, raw);
  }
  const { inventsPayment } = faults;
  if (inventsPayment && method === "eth_getTransactionReceipt") {
    const block = chain.blocks.findLast(({ hash }) => inventedHash(hash) === params[0]);
    const invented = block === undefined ? undefined : inventions.get(block.hash);
    if (block !== undefined && invented !== undefined)
      return {
        transactionHash: params[0],
        transactionIndex: "0xff",
        blockHash: block.hash,
        blockNumber: `0x${block.number.toString(16)}`,
        status: "0x1",
        gasUsed: "0x5208",
        effectiveGasPrice: "0x1",
        logs: [invented],
      };
  }
  if (faults.forgets && /^eth_getTransaction(?:Receipt|ByHash)$/.test(method)) return null;
  if (method !== "eth_getLogs") return answerCall(view, method, params);
  const filter = params[0] as { fromBlock?: string; toBlock?: string; topics?: unknown[]; address?: unknown };
  const width = Number(filter.toBlock) - Number(filter.fromBlock) + 1;
  if (faults.maxRange > 0 && width > faults.maxRange)
    throw new RpcError(-32_005, `block range is too wide, the limit is ${faults.maxRange}`);
  const logs = answerCall(view, method, params) as unknown[];
  return inventsPayment ? [...logs, ...inventLog(chain, headNumber, filter)] : logs;
}

/** The lie by its block: a receipt tells the same. */
const inventions = new Map<Hex, unknown>();
const inventedHash = (blockHash: Hex): Hex => keccak256(`${blockHash}bad0`);
const transferTopic = toEventSelector("Transfer(address,address,uint256)");

function inventLog(
  chain: SimulatedChain,
  headNumber: number,
  { toBlock, topics = [], address }: { toBlock?: string; topics?: unknown[]; address?: unknown },
): unknown[] {
  const block = chain.blocks[Math.min(headNumber, Number(toBlock ?? headNumber))];
  const [token = usdc] = [address].flat();
  const [to] = [topics[2]].flat();
  if (block === undefined || typeof to !== "string") return [];
  if (![topics[0]].flat().includes(transferTopic)) return [];
  const invented = {
    address: token,
    topics: [transferTopic, pad("0xbad"), to],
    data: encodeAbiParameters([{ type: "uint256" }], [5_000_000n]),
    logIndex: "0xff",
    transactionHash: inventedHash(block.hash),
    transactionIndex: "0xff",
    blockHash: block.hash,
    blockNumber: `0x${block.number.toString(16)}`,
    removed: false,
  };
  inventions.set(block.hash, invented);
  return [invented];
}
