import { fetch } from "undici";
import { HttpRequestError, ResponseBodyTooLargeError, TimeoutError } from "viem";
import { getHttpRpcClient } from "viem/utils";
import { ChainUnavailable } from "@/lib/services/ports/chain-reader";
import { integer, object, UnusableAnswer } from "./rpc-shapes";

export type RpcCall = { method: string; params: readonly unknown[] };

/** What a node says to one call: its result, or its own refusal. */
export type RpcAnswer =
  | { ok: true; result: unknown }
  | { ok: false; code: number; message: string; data: unknown };

/** The nodes of one chain. Which of them answers is decided here and nowhere else. */
export type RpcNodes = {
  /**
   * Sends the calls in one HTTP request and lets `read` make something of the answers, in the order of the
   * calls. When `read` throws, the answer counts as none.
   * @param divisible the same could be asked in smaller parts: only then may an error be `rangeTooWide`
   * @throws ChainUnavailable and nothing else
   */
  ask<T>(
    calls: readonly RpcCall[],
    read: (answers: readonly RpcAnswer[]) => T,
    divisible?: boolean,
  ): Promise<T>;
};

export type RpcNodesOptions = {
  chainId: number;
  /** http(s) addresses, the preferred one first. They may hold keys and never appear in errors. */
  rpcUrls: readonly string[];
  /** For one HTTP request with its body. */
  timeoutMs?: number | undefined;
  maxResponseBytes?: number | undefined;
};

type Node = {
  /** All of its address that may be shown. */
  host: string;
  client: ReturnType<typeof getHttpRpcClient>;
  chainChecked: Promise<void> | null;
};

/**
 * Speaks to one node until that node fails, then to the next one: so what one scan learns comes from one
 * view of the chain. A failed call is not tried elsewhere at once, for the same reason.
 */
export function createRpcNodes({
  chainId,
  rpcUrls,
  timeoutMs = 10_000,
  maxResponseBytes = 16 * 1024 * 1024,
}: RpcNodesOptions): RpcNodes {
  const nodes = rpcUrls.map((url): Node => {
    const { host, protocol } = new URL(url);
    if (protocol !== "https:" && protocol !== "http:") throw new TypeError("an RPC address is http or https");
    const client = getHttpRpcClient(url, {
      timeout: timeoutMs,
      maxResponseBodySize: maxResponseBytes,
      // Node 20's own fetch may lose its signal to the garbage collector: a body that hangs would hang for ever.
      fetchFn: fetch as unknown as typeof globalThis.fetch,
    });
    return { host, client, chainChecked: null };
  });
  if (nodes.length === 0) throw new TypeError(`chain ${chainId} has no RPC address`);
  let current = 0;

  async function send(node: Node, calls: readonly RpcCall[]): Promise<RpcAnswer[]> {
    const body = calls.map((call, id) => ({ jsonrpc: "2.0" as const, id, ...call }));
    const [only] = body;
    // A lone call goes without the array: a few nodes know no batches.
    const response: unknown = await node.client.request({
      body: body.length === 1 && only !== undefined ? only : body,
      // viem's own time-out ends with the headers; this one covers the body too.
      fetchOptions: { redirect: "error", signal: AbortSignal.timeout(timeoutMs) },
    });
    return readAnswers(response, calls.length);
  }

  async function checkChain(node: Node): Promise<void> {
    const [answer] = await send(node, [{ method: "eth_chainId", params: [] }]);
    if (answer === undefined) throw new UnusableAnswer("the chain id is missing");
    const served = integer(resultOf(answer), "the chain id");
    if (served !== BigInt(chainId)) throw new UnusableAnswer(`it serves chain ${served}`);
  }

  return {
    async ask(calls, read, divisible = false) {
      const index = current;
      const node = nodes[index];
      if (node === undefined) throw new ChainUnavailable(`chain ${chainId} has no node`);
      try {
        node.chainChecked ??= checkChain(node);
        await node.chainChecked.catch((cause: unknown) => {
          node.chainChecked = null;
          throw cause;
        });
        return read(await send(node, calls));
      } catch (cause) {
        const { reason, tooMuch = false, tooSlow = false } = explain(cause, timeoutMs);
        const rangeTooWide = divisible && (tooMuch || tooSlow);
        // Several calls may fail together; only the first of them moves on. The halves go to the same node, unless
        // it did not answer.
        if (!(divisible && tooMuch) && current === index) current = (index + 1) % nodes.length;
        throw new ChainUnavailable(`chain ${chainId}: no usable answer from ${node.host}: ${reason}`, {
          // viem's errors carry the node's address, key included.
          cause: cause instanceof UnusableAnswer || cause instanceof RpcRefusal ? cause : new Error(reason),
          rangeTooWide,
        });
      }
    },
  };
}

/** A node's own refusal of a call. */
export class RpcRefusal extends Error {
  override readonly name = "RpcRefusal";
  readonly rangeTooWide: boolean;

  constructor(answer: Extract<RpcAnswer, { ok: false }>, rangeTooWide = false) {
    super(`${answer.message} (${answer.code})`);
    this.rangeTooWide = rangeTooWide;
  }
}

/** The result, when there is one. @throws RpcRefusal */
export function resultOf(answer: RpcAnswer): unknown {
  if (!answer.ok) throw new RpcRefusal(answer);
  return answer.result;
}

/** Whether a refusal is about how often we ask: it says nothing of what was asked. */
export function isRateLimit(answer: Extract<RpcAnswer, { ok: false }>): boolean {
  return (
    [429, -32005, -32029].includes(answer.code) ||
    /rate.?limit|too many requests|request (?:count|limit)|capacity|quota|throttl/i.test(answer.message)
  );
}

const maxMessageLength = 300;

/** Matches a response, single or batch, to its calls by id. */
function readAnswers(response: unknown, count: number): RpcAnswer[] {
  // A refusal of a whole batch comes as one object without an id of ours.
  const items: readonly unknown[] = Array.isArray(response) ? response : [response];
  const answers: (RpcAnswer | undefined)[] = Array.from({ length: count });
  for (const value of items) {
    const item = object(value, "a response");
    const answer = readAnswer(item);
    if (!Array.isArray(response) && !answer.ok) return Array.from({ length: count }, () => answer);
    const id = item.id;
    if (typeof id !== "number" || !Number.isInteger(id) || id < 0 || id >= count) {
      throw new UnusableAnswer("a response is to a question that was not asked");
    }
    if (answers[id] !== undefined) throw new UnusableAnswer("a question was answered twice");
    answers[id] = answer;
  }
  return answers.map((answer) => {
    if (answer === undefined) throw new UnusableAnswer("a question was not answered");
    return answer;
  });
}

function readAnswer(item: Readonly<Record<string, unknown>>): RpcAnswer {
  if (item.error === undefined || item.error === null) {
    if (!("result" in item)) throw new UnusableAnswer("a response has neither result nor error");
    return { ok: true, result: item.result };
  }
  const error = object(item.error, "an error");
  return {
    ok: false,
    code: typeof error.code === "number" ? error.code : 0,
    message: String(error.message ?? "no message").slice(0, maxMessageLength),
    data: error.data,
  };
}

/** What gateways answer when the node behind them took too long. */
const gatewayTimeouts: ReadonlySet<number> = new Set([408, 504, 524]);

type Explanation = {
  reason: string;
  /** Too much was asked for at once. */
  tooMuch?: boolean;
  /** There was no answer in time: perhaps too much was asked for, perhaps the node hangs. */
  tooSlow?: boolean;
};

/** What went wrong, in words and in kind. */
function explain(cause: unknown, timeoutMs: number): Explanation {
  if (cause instanceof RpcRefusal) return { reason: cause.message, tooMuch: cause.rangeTooWide };
  if (cause instanceof ResponseBodyTooLargeError) {
    return { reason: "the response is too large", tooMuch: true };
  }
  if (cause instanceof TimeoutError || isAbort(cause)) {
    return { reason: `no response within ${timeoutMs} ms`, tooSlow: true };
  }
  if (cause instanceof HttpRequestError) {
    if (cause.status !== undefined) {
      const { status } = cause;
      return { reason: `HTTP ${status}`, tooMuch: status === 413, tooSlow: gatewayTimeouts.has(status) };
    }
    return { reason: cause.cause ? innermostMessage(cause.cause) : "no response" };
  }
  return { reason: innermostMessage(cause) };
}

function isAbort(cause: unknown): boolean {
  return cause instanceof Error && (cause.name === "TimeoutError" || cause.name === "AbortError");
}

/** fetch says no more than "fetch failed"; what happened is in its cause. */
function innermostMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error).slice(0, maxMessageLength);
  if (error.cause instanceof Error) return innermostMessage(error.cause);
  return (error.message || error.name).slice(0, maxMessageLength);
}
