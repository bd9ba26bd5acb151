import { ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import type { Clock } from "@/lib/platform/clock";
import { minuteMs } from "@/lib/platform/values/time.rules";
import { percentDecoded } from "@/lib/platform/values/url.rules";
import {
  answerAt,
  integer,
  type RpcAnswer,
  type RpcCall,
  RpcRefusal,
  readAnswers,
  resultOf,
  UnusableAnswer,
} from "./answers";
import { createNodeHealth, type NodeHealthRecord } from "./node-health";
import { postJson } from "./post";
import { explainFailure, isForItsSize, mayBeForItsSize, RequestRefused } from "./refusals";
import { inParts, type LearnedSizes } from "./sizes";

/** One node of a chain. */
export type RpcNode = {
  /** The part of its URL that may be shown. */
  readonly host: string;
  readonly health: NodeHealthRecord;
  /** The sizes that it accepts, as learned by this process. */
  readonly sizes: LearnedSizes;
  /**
   * Sends the calls in as few HTTP requests as the node accepts and lets `read` parse the answers, in the order of the
   * calls. When `read` throws, the answer counts as a failure, unless a call `says nothing`. A node of another chain is
   * never used.
   * @throws RequestRefused when it refuses a call with `refusal: "shrinks"`; it does not count as failed
   * @throws ChainUnavailable and nothing else
   */
  ask<T>(calls: readonly RpcCall[], read: (answers: readonly RpcAnswer[]) => T): Promise<T>;
  /** Whether it answers these calls in one HTTP request, each as `isAnswer` wants. Counts neither way. Never throws. */
  accepts(calls: readonly RpcCall[], isAnswer: (answer: RpcAnswer) => boolean): Promise<boolean>;
  /** The chain that it actually serves. @throws ChainUnavailable */
  askChainId(): Promise<number>;
};

export type RpcNodeOptions = {
  chainId: number;
  url: URL;
  host: string;
  sizes: LearnedSizes;
  timeoutMs: number;
  maxResponseBytes: number;
  clock: Clock;
  random: () => number;
};

/** How long we trust a node's chain id, unless it fails before. */
const chainCheckMs = 10 * minuteMs;

export function createRpcNode(options: RpcNodeOptions): RpcNode {
  const { chainId, url, host, sizes, timeoutMs, clock } = options;
  const health = createNodeHealth(options);
  const conceal = concealing(url);
  let chain: { checked: Promise<void>; untilMs: number } | null = null;

  /** One HTTP request. */
  async function send(calls: readonly RpcCall[]): Promise<RpcAnswer[]> {
    const body = calls.map(({ method, params }, id) => ({ jsonrpc: "2.0", id, method, params }));
    // A single call is sent without the array: a few nodes do not support batches.
    const response = await postJson(url, body.length === 1 ? body[0] : body, options);
    return readAnswers(response, calls.length, conceal);
  }

  async function sendOne(call: RpcCall): Promise<RpcAnswer> {
    try {
      const answer = answerAt(await send([call]), 0);
      if (answer.ok) return answer;
      if (call.refusal === "shrinks") throw new RpcRefusal(answer);
      return { ...answer, isAlone: true };
    } catch (cause) {
      throw meaningOf(cause, [call]) === "call too large" ? refused(cause) : cause;
    }
  }

  /** The whole request at once if it fits, or else in batches. */
  async function exchange<T>(
    calls: readonly RpcCall[],
    read: (answers: readonly RpcAnswer[]) => T,
  ): Promise<T> {
    if (calls.length === 0) return read([]);
    let first: RpcAnswer[] | null = null;
    let isBatchRefused = false;
    if (calls.length > 1 && sizes.calls.next(calls.length) === calls.length) {
      try {
        first = await send(calls);
        const result = read(first);
        sizes.calls.accepted(calls.length);
        return result;
      } catch (cause) {
        const isSizeProven = calls.length <= (sizes.calls.seen().accepted ?? 0);
        const meaning = meaningOf(cause, calls, first, isSizeProven);
        if (meaning === "final") throw cause;
        if (meaning === "call too large") throw refused(cause);
        isBatchRefused = meaning === "batch too large";
      }
    }
    const answers =
      calls.length === 1
        ? await Promise.all(calls.map(sendOne))
        : await sendInBatches(calls, first, isBatchRefused);
    try {
      return read(answers);
    } catch (cause) {
      throw meaningOf(cause, calls, answers) === "call too large" ? refused(cause) : cause;
    }
  }

  /**
   * Every call's own answer, in batches that the node accepts.
   * @param first the answers to all of them at once, some of which are refusals
   * @param isRefused whether they were refused as one batch
   */
  async function sendInBatches(
    calls: readonly RpcCall[],
    first: readonly RpcAnswer[] | null,
    isRefused: boolean,
  ): Promise<RpcAnswer[]> {
    const answers: RpcAnswer[] = [];
    const size = sizes.calls.fork();
    const work = async (start: number, count: number): Promise<number> => {
      const part = calls.slice(start, start + count);
      const [only, ...others] = part;
      if (only !== undefined && others.length === 0) {
        answers.push(await sendOne(only));
        return 1;
      }
      const batch = first?.length === count ? first : await sendOrRefuse(part);
      const refusal = batch.find((answer) => !answer.ok);
      if (refusal !== undefined && !batch.some(({ ok }) => ok)) throw refused(new RpcRefusal(refusal));
      for (const [index, call] of part.entries()) {
        const answer = answerAt(batch, index);
        // One of several: the call itself may be at fault, or the node answers only the first of a batch.
        const alone = answer.ok ? answer : await sendOne(call).catch(unlessRefused(answer));
        const isPartial = !answer.ok && alone.ok;
        if (isPartial && index > 0) return index;
        answers.push(alone);
        if (isPartial) return 1;
      }
      return count;
    };
    const isUniform = calls.every(
      ({ method, refusal }) => method === calls[0]?.method && refusal !== "shrinks",
    );
    try {
      await inParts(size, calls.length, work, isRefused ? calls.length : undefined);
      size.keep();
    } catch (cause) {
      // Of different calls, one may be refused for itself and take its batch with it.
      if (isUniform) size.keep();
      throw cause;
    }
    return answers;
  }

  async function sendOrRefuse(calls: readonly RpcCall[]): Promise<RpcAnswer[]> {
    try {
      return await send(calls);
    } catch (cause) {
      throw meaningOf(cause, calls) === "final" ? cause : refused(cause);
    }
  }

  function refused(cause: unknown): RequestRefused {
    return new RequestRefused(conceal(explainFailure(cause, timeoutMs)));
  }

  async function askChainId(): Promise<bigint> {
    const answers = await send([{ method: "eth_chainId", params: [] }]);
    return integer(resultOf(answerAt(answers, 0)), "the chain id");
  }

  async function checkChain(): Promise<void> {
    const served = await askChainId();
    if (served !== BigInt(chainId)) throw new UnusableAnswer(`it serves chain ${served}`);
  }

  function unavailable(reason: string, cause: unknown, isTooLarge = false): ChainUnavailable {
    return new ChainUnavailable(`chain ${chainId}: no usable answer from ${host}: ${reason}`, {
      // Not the error itself: it may contain the node's URL with its key.
      cause: cause instanceof UnusableAnswer ? new UnusableAnswer(reason) : new Error(reason),
      isTooLarge,
    });
  }

  return {
    host,
    health,
    sizes,

    async ask(calls, read) {
      const begun = health.begin();
      let judges = true;
      try {
        const nowMs = clock.now().getTime();
        if (chain === null || nowMs >= chain.untilMs)
          chain = { checked: checkChain(), untilMs: nowMs + chainCheckMs };
        await chain.checked;
        judges = calls.every(({ refusal }) => refusal !== "says nothing");
        const result = await exchange(calls, read);
        if (judges) health.served(begun);
        return result;
      } catch (cause) {
        if (cause instanceof RequestRefused) throw cause;
        const reason = conceal(explainFailure(cause, timeoutMs));
        // It needed pruned state: the node itself is healthy.
        if (!(cause instanceof RpcRefusal && cause.kind === "state")) {
          // The next request begins with a question of ours, which finds out whether the node is down.
          chain = null;
          if (judges) health.failed(begun, reason);
        }
        throw unavailable(reason, cause, !judges && isForItsSize(cause));
      }
    },

    accepts: (calls, isAnswer) =>
      send(calls).then(
        (answers) => answers.every(isAnswer),
        () => false,
      ),

    async askChainId() {
      try {
        return Number(await askChainId());
      } catch (cause) {
        throw unavailable(conceal(explainFailure(cause, timeoutMs)), cause);
      }
    },
  };
}

/**
 * What a refusal means; nodes say it in words without number. `final`: any other request would fail, too. `call too
 * large`: the caller asks for less. `batch too large`: the node takes fewer calls at once. `one call`: it refuses a call
 * of the batch for itself, and answers the others.
 */
type Refusal = "final" | "call too large" | "batch too large" | "one call";

/**
 * @param answers null when the whole batch was refused
 * @param isSizeProven as many calls were accepted before
 */
function meaningOf(
  cause: unknown,
  calls: readonly RpcCall[],
  answers: readonly RpcAnswer[] | null = null,
  isSizeProven = true,
): Refusal {
  if (!mayBeForItsSize(cause)) return "final";
  const isSmallest = ({ refusal }: RpcCall) => refusal !== "shrinks";
  const hasLarge = !calls.every(isSmallest);
  const isSmallestRefused = calls.some((call, index) => isSmallest(call) && answers?.[index]?.ok === false);
  if (isSizeProven && hasLarge && !isSmallestRefused) return "call too large";
  return answers === null ? "batch too large" : "one call";
}

const unlessRefused =
  <T>(instead: T) =>
  (cause: unknown): T => {
    if (cause instanceof RequestRefused) return instead;
    throw cause;
  };

/** Removes secrets of the node's own URL from a text. */
function concealing(url: URL): (text: string) => string {
  const parts = [
    url.username,
    url.password,
    ...url.pathname.split("/").filter((part) => part.length >= 8),
    ...[...url.searchParams.values()].filter((value) => value.length >= 4),
  ].filter((part) => part !== "");
  const secrets = parts.flatMap((part) => [part, percentDecoded(part) ?? part]);
  return (text) => secrets.reduce((redacted, secret) => redacted.replaceAll(secret, "…"), text);
}
