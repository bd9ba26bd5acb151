import { ChainUnavailable, type NodeHealth } from "@/lib/chain/reader/chain-reader.port";
import type { Clock } from "@/lib/platform/clock";
import { createSystemClock } from "@/lib/platform/clock";
import { minuteMs } from "@/lib/platform/values/time.rules";
import { createRpcNode, type RpcNode } from "./node";
import type { NodeHealthRecord } from "./node-health";
import { type MaxSizes, type SizesOf, seenSizes, shareSizes } from "./sizes";

export type RpcNodesOptions = Partial<MaxSizes> & {
  chainId: number;
  /** http(s) URLs, the preferred one first. They may contain keys and never appear in errors. */
  rpcUrls: readonly string[];
  /** For one HTTP request with its body. */
  timeoutMs?: number | undefined;
  maxResponseBytes?: number | undefined;
  clock?: Clock | undefined;
  /** Where several clients of a chain share what they learn of its nodes. */
  sizesOf?: SizesOf | undefined;
  /** From 0 up to 1. */
  random?: (() => number) | undefined;
};

/** The nodes of one chain. Only this module decides which one to use. */
export type RpcNodes = {
  /** The preferred first. */
  readonly all: readonly RpcNode[];
  /**
   * Sends the request to the node in use. When it fails it rests, and the next available one is used from then on; when
   * all rest, we use the one whose rest ends first.
   * @param elsewhere fail over within the call, each node giving the whole answer
   * @throws ChainUnavailable the last node's
   */
  run<T>(question: (node: RpcNode) => Promise<T>, elsewhere?: boolean): Promise<T>;
  /** The node that gets the next request. */
  inUse(): RpcNode;
  /** Nodes not in use and not resting. */
  others(): RpcNode[];
  /** Uses this node for as long as it serves. @throws TypeError for an unknown name */
  use(host: string): void;
  health(): NodeHealth[];
  /**
   * Returns to a preferred node that rested and then proved itself. Called only at the start of a new view of the
   * chain, when a change of node does not mix two views.
   */
  returnToProven(): void;
  /** Tests a preferred node that has rested and was not tried recently. Never throws. */
  prove(serves: (node: RpcNode) => Promise<boolean>): Promise<void>;
  /** Asks each node that has not served for a minute, or failed and has rested. Never throws. */
  askIdle(question: (node: RpcNode) => Promise<unknown>): Promise<void>;
};

/** An idle node is checked this often. */
const idleMs = minuteMs;

/** Two questions to an idle node. */
const latelyMs = 2 * idleMs;

/** Shortest interval between two tests of a preferred node. */
const trialIntervalMs = 30_000;

/** @throws TypeError without a URL, or for one that is not http(s) */
export function createRpcNodes({
  chainId,
  rpcUrls,
  timeoutMs = 10_000,
  maxResponseBytes = 16 * 1024 * 1024,
  clock = createSystemClock(),
  random = Math.random,
  sizesOf,
  ...max
}: RpcNodesOptions): RpcNodes {
  const learned = sizesOf ?? shareSizes(max, clock);
  const urls = rpcUrls.map((rpcUrl) => new URL(rpcUrl));
  const all = urls.map((url, index) => {
    if (url.protocol !== "https:" && url.protocol !== "http:")
      throw new TypeError("an RPC address is http or https");
    const sameHost = urls.slice(0, index).filter(({ host }) => host === url.host).length;
    const host = sameHost === 0 ? url.host : `${url.host}#${sameHost + 1}`;
    return createRpcNode({
      chainId,
      url,
      host,
      sizes: learned(url.href),
      timeoutMs,
      maxResponseBytes,
      clock,
      random,
    });
  });
  const [first] = all;
  if (first === undefined) throw new TypeError(`chain ${chainId} has no RPC address`);

  let inUse = first;
  /** Set by `use`: no other is preferred to it while it serves. */
  let chosen = false;
  let proven: RpcNode | null = null;
  let proving = false;
  let nextTrialMs = 0;

  const servedWithin = ({ servedAt }: NodeHealthRecord, ms: number): boolean =>
    servedAt !== null && clock.now().getTime() - servedAt.getTime() <= ms;

  function current(): RpcNode {
    if (!inUse.health.rests()) return inUse;
    chosen = false;
    inUse = all.find(({ health }) => !health.rests()) ?? all.reduce(restedSooner);
    return inUse;
  }

  return {
    all,

    async run(question, elsewhere = false) {
      const tried = new Set<RpcNode>();
      for (let node = current(); ; ) {
        tried.add(node);
        try {
          return await question(node);
        } catch (error) {
          // At once: by the next request its rest may be over, although it has proven nothing yet.
          const inUseNow = current();
          if (!elsewhere || !(error instanceof ChainUnavailable)) throw error;
          const next = [inUseNow, ...all].find(
            (candidate) => !tried.has(candidate) && !candidate.health.rests(),
          );
          if (next === undefined) throw error;
          node = next;
        }
      }
    },

    inUse: current,

    others() {
      const active = current();
      return all.filter((node) => node !== active && !node.health.rests());
    },

    use(host) {
      const node = all.find((candidate) => candidate.host === host);
      if (node === undefined) throw new TypeError(`chain ${chainId} has no node ${host}`);
      inUse = node;
      chosen = true;
      proven = null;
    },

    health: () =>
      all.map(({ host, health, sizes }) => ({
        host,
        rests: health.rests(),
        healthy: health.failingSince === null && servedWithin(health, latelyMs),
        consecutiveFailures: health.consecutiveFailures,
        failures: health.failures,
        lastError: health.lastError,
        failingSince: health.failingSince,
        servedAt: health.servedAt,
        sizes: seenSizes(sizes),
      })),

    returnToProven() {
      if (proven !== null && !proven.health.rests()) inUse = proven;
      proven = null;
    },

    async prove(serves) {
      const nowMs = clock.now().getTime();
      if (chosen || proving || nowMs < nextTrialMs) return;
      const preferred = all.slice(0, all.indexOf(inUse)).find(({ health }) => !health.rests());
      if (preferred === undefined) return;
      nextTrialMs = nowMs + trialIntervalMs;
      proving = true;
      const served = await serves(preferred).catch(() => false);
      proving = false;
      if (served && !chosen) proven = preferred;
    },

    async askIdle(question) {
      const idle = all.filter(
        ({ health }) =>
          !health.rests() && (health.failingSince !== null || !servedWithin(health, idleMs - 1)),
      );
      await Promise.allSettled(idle.map(question));
    },
  };
}

function restedSooner(a: RpcNode, b: RpcNode): RpcNode {
  return b.health.restsUntilMs < a.health.restsUntilMs ? b : a;
}
