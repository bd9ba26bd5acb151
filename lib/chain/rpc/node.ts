import { ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import type { Clock } from "@/lib/platform/clock";
import { minuteMs } from "@/lib/platform/values/time.rules";
import {
  answerAt,
  integer,
  maxMessageLength,
  type RefusalKind,
  type RpcAnswer,
  type RpcCall,
  RpcRefusal,
  readAnswers,
  resultOf,
  UnusableAnswer,
} from "./answers";
import { HttpFailure, percentDecoded, postJson, ResponseTooLarge } from "./post";

/** Gateway statuses for a backend that took too long. */
const gatewayTimeouts: ReadonlySet<number> = new Set([408, 504, 524]);

/** Why a request to a node failed, in words and by kind. */
function explainFailure(cause: unknown, timeoutMs: number): { reason: string; kind: RefusalKind } {
  if (cause instanceof RpcRefusal) return { reason: cause.message, kind: cause.kind };
  if (cause instanceof ResponseTooLarge) return { reason: cause.message, kind: "size" };
  if (isAbort(cause)) return { reason: `no response within ${timeoutMs} ms`, kind: "time" };
  if (cause instanceof HttpFailure) {
    const kind = cause.status === 413 ? "size" : gatewayTimeouts.has(cause.status) ? "time" : "other";
    return { reason: cause.message, kind };
  }
  // Its own message quotes the response.
  if (cause instanceof SyntaxError) return { reason: "the response is not JSON", kind: "other" };
  return { reason: innermostMessage(cause), kind: "other" };
}

function isAbort(cause: unknown): boolean {
  return cause instanceof Error && (cause.name === "TimeoutError" || cause.name === "AbortError");
}

/** fetch only says "fetch failed"; its cause has the details. */
function innermostMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error).slice(0, maxMessageLength);
  if (error.cause instanceof Error) return innermostMessage(error.cause);
  return (error.message || error.name).slice(0, maxMessageLength);
}

const shortestRestMs = 1_000;

const longestRestMs = minuteMs;

/** A random part of a rest, up to this share, is skipped, so that many processes do not return at once. */
const jitter = 0.25;

/** A node's circuit breaker: after each failure in a row it rests twice as long. */
export type NodeHealthRecord = {
  readonly consecutiveFailures: number;
  /** Of several questions that failed together the first alone counts. */
  readonly failures: number;
  readonly lastError: string | null;
  /** Start of the first failure in a row; null while it serves. */
  readonly failingSince: Date | null;
  /** When it last served; null before the first time. */
  readonly servedAt: Date | null;
  /** Milliseconds since 1970. */
  readonly restsUntilMs: number;
  rests(): boolean;
  /** Marks the start of a request. Of several that fail together, only the first counts. */
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
  const record: { -readonly [Key in keyof NodeHealthRecord]: NodeHealthRecord[Key] } = {
    failures: 0,
    consecutiveFailures: 0,
    lastError: null,
    failingSince: null,
    servedAt: null,
    restsUntilMs: 0,
    rests: () => clock.now().getTime() < record.restsUntilMs,
    begin: () => record.failures,
    served(begun) {
      if (begun !== record.failures) return;
      record.consecutiveFailures = 0;
      record.restsUntilMs = 0;
      record.failingSince = null;
      record.servedAt = clock.now();
    },
    failed(begun, reason) {
      record.lastError = reason;
      if (begun !== record.failures) return;
      record.failures += 1;
      record.failingSince ??= clock.now();
      const doubled = shortestRestMs * 2 ** Math.min(record.consecutiveFailures, 16);
      record.consecutiveFailures += 1;
      record.restsUntilMs =
        clock.now().getTime() + Math.min(doubled, longestRestMs) * (1 - jitter * random());
    },
  };
  return record;
}

/**
 * How a too large request can shrink: not at all; by asking for fewer things of one block; or by half the blocks, which
 * also helps against slowness.
 */
export type Extent = "fixed" | "narrowable" | "divisible";

/** One node of a chain. */
export type RpcNode = {
  /** The part of its URL that may be shown. */
  readonly host: string;
  readonly health: NodeHealthRecord;
  /**
   * Sends the calls in one HTTP request and lets `read` parse the answers, in the order of the calls. When `read`
   * throws, the answer counts as a failure. A node of another chain is never used.
   * @throws ChainUnavailable and nothing else
   */
  ask<T>(calls: readonly RpcCall[], read: (answers: readonly RpcAnswer[]) => T, extent?: Extent): Promise<T>;
  /** The chain that it actually serves. @throws ChainUnavailable */
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

/** How long we trust a node's chain id, unless it fails before. */
const chainCheckMs = 10 * minuteMs;

export function createRpcNode(options: RpcNodeOptions): RpcNode {
  const { chainId, url, host, timeoutMs, clock } = options;
  const health = createNodeHealth(options);
  const conceal = concealing(url);
  let chain: { checked: Promise<void>; untilMs: number } | null = null;

  async function send(calls: readonly RpcCall[]): Promise<RpcAnswer[]> {
    const body = calls.map((call, id) => ({ jsonrpc: "2.0", id, ...call }));
    // A single call is sent without the array: a few nodes do not support batches.
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

  function unavailable(reason: string, rangeTooWide: boolean, cause?: unknown): ChainUnavailable {
    return new ChainUnavailable(`chain ${chainId}: no usable answer from ${host}: ${reason}`, {
      // Not the error itself: it may contain the node's URL with its key.
      cause: cause instanceof UnusableAnswer ? new UnusableAnswer(reason) : new Error(reason),
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
        // The request was too large or needed pruned state: the node itself is healthy.
        if (!askLess && kind !== "state") {
          chain = null;
          health.failed(begun, shown);
        }
        throw unavailable(shown, askLess || (kind === "time" && extent === "divisible"), cause);
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

/** Removes secrets of the node's own URL from a text. */
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
