import { ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import type { Clock } from "@/lib/platform/clock";
import { minuteMs } from "@/lib/platform/values/time.rules";
import {
  answerAt,
  maxMessageLength,
  type RefusalKind,
  type RpcAnswer,
  type RpcCall,
  RpcRefusal,
  readAnswers,
  resultOf,
} from "./answers";
import { HttpFailure, percentDecoded, postJson, ResponseTooLarge } from "./post";
import { integer, UnusableAnswer } from "./shapes";

/** What gateways answer when the node behind them took too long. */
const gatewayTimeouts: ReadonlySet<number> = new Set([408, 504, 524]);

/** What went wrong with a question to a node, in words and in kind. */
function explainFailure(cause: unknown, timeoutMs: number): { reason: string; kind: RefusalKind } {
  if (cause instanceof RpcRefusal) return { reason: cause.message, kind: cause.kind };
  if (cause instanceof ResponseTooLarge) return { reason: cause.message, kind: "size" };
  if (isAbort(cause)) return { reason: `no response within ${timeoutMs} ms`, kind: "time" };
  if (cause instanceof HttpFailure) {
    const kind = cause.status === 413 ? "size" : gatewayTimeouts.has(cause.status) ? "time" : "other";
    return { reason: cause.message, kind };
  }
  // Its own words quote the response.
  if (cause instanceof SyntaxError) return { reason: "the response is not JSON", kind: "other" };
  return { reason: innermostMessage(cause), kind: "other" };
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

const shortestRestMs = 1_000;

const longestRestMs = minuteMs;

/** Up to so much of a rest is left out by chance, so that many processes do not come back at one moment. */
const jitter = 0.25;

/** Whether a node is to be asked: after each failure in a row it rests twice as long. */
export type NodeHealthRecord = {
  readonly consecutiveFailures: number;
  /** Of several questions that failed together the first alone counts. */
  readonly failures: number;
  readonly lastError: string | null;
  /** When the first of the failures in a row began to count; null while it serves. */
  readonly failingSince: Date | null;
  /** When it last served; null before the first time. */
  readonly servedAt: Date | null;
  /** Milliseconds since 1970. */
  readonly restsUntilMs: number;
  rests(): boolean;
  /** Marks the start of a question. Of several that fail together only the first counts. */
  begin(): number;
  served(begun: number): void;
  failed(begun: number, reason: string): void;
};

export function createNodeHealth({
  clock,
  random,
}: {
  clock: Clock;
  random: () => number;
}): NodeHealthRecord {
  let failures = 0;
  let consecutiveFailures = 0;
  let lastError: string | null = null;
  let restsUntilMs = 0;
  let failingSince: Date | null = null;
  let servedAt: Date | null = null;
  return {
    get failures() {
      return failures;
    },
    get consecutiveFailures() {
      return consecutiveFailures;
    },
    get lastError() {
      return lastError;
    },
    get failingSince() {
      return failingSince;
    },
    get servedAt() {
      return servedAt;
    },
    get restsUntilMs() {
      return restsUntilMs;
    },
    rests: () => clock.now().getTime() < restsUntilMs,
    begin: () => failures,
    served(begun) {
      if (begun !== failures) return;
      consecutiveFailures = 0;
      restsUntilMs = 0;
      failingSince = null;
      servedAt = clock.now();
    },
    failed(begun, reason) {
      lastError = reason;
      if (begun !== failures) return;
      failures += 1;
      failingSince ??= clock.now();
      const doubled = shortestRestMs * 2 ** Math.min(consecutiveFailures, 16);
      consecutiveFailures += 1;
      restsUntilMs = clock.now().getTime() + Math.min(doubled, longestRestMs) * (1 - jitter * random());
    },
  };
}

/**
 * What may be left out of a question whose answer is too large: nothing; something, by asking for fewer things of
 * one block; or half of its blocks, which helps against slowness too.
 */
export type Extent = "fixed" | "narrowable" | "divisible";

/** One node of a chain. */
export type RpcNode = {
  /** All of its address that may be shown. */
  readonly host: string;
  readonly health: NodeHealthRecord;
  /**
   * Sends the calls in one HTTP request and lets `read` make something of the answers, in the order of the calls.
   * When `read` throws, the answer counts as none. Nothing is asked of a node of another chain.
   * @throws ChainUnavailable and nothing else
   */
  ask<T>(calls: readonly RpcCall[], read: (answers: readonly RpcAnswer[]) => T, extent?: Extent): Promise<T>;
  /** The chain that it says it serves, whichever that is. @throws ChainUnavailable */
  askChainId(): Promise<number>;
};

export type RpcNodeOptions = {
  chainId: number;
  url: URL;
  host: string;
  timeoutMs: number;
  maxResponseBytes: number;
  clock: Clock;
  random: () => number;
};

/** How long a node is believed to serve the chain that it said it serves, unless it fails before. */
const chainCheckMs = 10 * minuteMs;

export function createRpcNode(options: RpcNodeOptions): RpcNode {
  const { chainId, url, host, timeoutMs, clock } = options;
  const health = createNodeHealth(options);
  const conceal = concealing(url);
  let chain: { checked: Promise<void>; untilMs: number } | null = null;

  async function send(calls: readonly RpcCall[]): Promise<RpcAnswer[]> {
    const body = calls.map((call, id) => ({ jsonrpc: "2.0", id, ...call }));
    // A lone call goes without the array: a few nodes know no batches.
    const response = await postJson(url, body.length === 1 ? body[0] : body, options);
    return readAnswers(response, calls.length, conceal);
  }

  async function askChainId(): Promise<bigint> {
    const answers = await send([{ method: "eth_chainId", params: [] }]);
    return integer(resultOf(answerAt(answers, 0)), "the chain id");
  }

  async function checkChain(): Promise<void> {
    const served = await askChainId();
    if (served !== BigInt(chainId)) throw new UnusableAnswer(`it serves chain ${served}`);
  }

  function unavailable(reason: string, rangeTooWide: boolean): ChainUnavailable {
    return new ChainUnavailable(`chain ${chainId}: no usable answer from ${host}: ${reason}`, {
      // Not the error itself: it may carry the node's address, key included.
      cause: new Error(reason),
      rangeTooWide,
    });
  }

  return {
    host,
    health,

    async ask(calls, read, extent = "fixed") {
      const begun = health.begin();
      try {
        const nowMs = clock.now().getTime();
        if (chain === null || nowMs >= chain.untilMs)
          chain = { checked: checkChain(), untilMs: nowMs + chainCheckMs };
        await chain.checked;
        const result = read(await send(calls));
        health.served(begun);
        return result;
      } catch (cause) {
        const { reason, kind } = explainFailure(cause, timeoutMs);
        const shown = conceal(reason);
        const askLess = kind === "size" && extent !== "fixed";
        // Asked too much of it, or for what it never had to keep: it serves all the same.
        if (!askLess && kind !== "state") {
          chain = null;
          health.failed(begun, shown);
        }
        throw unavailable(shown, askLess || (kind === "time" && extent === "divisible"));
      }
    },

    async askChainId() {
      try {
        return Number(await askChainId());
      } catch (cause) {
        throw unavailable(conceal(explainFailure(cause, timeoutMs).reason), false);
      }
    },
  };
}

/** Takes out of a text whatever a node may repeat of the secrets in its own address. */
function concealing(url: URL): (text: string) => string {
  const parts = [
    url.username,
    url.password,
    ...url.pathname.split("/").filter((part) => part.length >= 8),
    ...[...url.searchParams.values()].filter((value) => value.length >= 4),
  ].filter((part) => part !== "");
  const secrets = parts.flatMap((part) => [part, percentDecoded(part)]);
  return (text) => secrets.reduce((shown, secret) => shown.replaceAll(secret, "…"), text);
}
