import { ChainUnavailable } from "@/lib/chain/chain-reader.port";
import type { Clock } from "@/lib/platform/clock.port";
import { minuteMs } from "@/lib/platform/durations.rules";
import { answerAt, type RpcAnswer, type RpcCall, readAnswers, resultOf } from "./answers";
import { explainFailure } from "./explain-failure";
import { createNodeHealth, type NodeHealthRecord } from "./node-health";
import { percentDecoded, postJson } from "./post";
import { integer, UnusableAnswer } from "./shapes";

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
