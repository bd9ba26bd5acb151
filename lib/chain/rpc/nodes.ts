import { ChainUnavailable, type NodeHealth } from "@/lib/chain/reader/chain-reader.port";
import type { Clock } from "@/lib/platform/clock";
import { createSystemClock } from "@/lib/platform/clock";
import { createRpcNode, type RpcNode } from "./node";

export type RpcNodesOptions = {
  chainId: number;
  /** http(s) addresses, the preferred one first. They may hold keys and never appear in errors. */
  rpcUrls: readonly string[];
  /** For one HTTP request with its body. */
  timeoutMs?: number | undefined;
  maxResponseBytes?: number | undefined;
  clock?: Clock | undefined;
  /** From 0 up to 1. */
  random?: (() => number) | undefined;
};

/** The nodes of one chain. Which of them is asked is decided here and nowhere else. */
export type RpcNodes = {
  /** The preferred first. */
  readonly all: readonly RpcNode[];
  /**
   * Gives the question to the node in use. When that fails it rests, and the next that does not is in use from then
   * on; when all rest, the one whose rest ends first is asked all the same.
   * @param elsewhere ask the others at once, each for the whole answer. Not when they were told to ask for less.
   * @throws ChainUnavailable the last node's
   */
  run<T>(question: (node: RpcNode) => Promise<T>, elsewhere?: boolean): Promise<T>;
  /** Those that are not in use and do not rest. */
  others(): RpcNode[];
  /** Takes this node into use for as long as it serves. @throws TypeError when there is none of this name */
  use(host: string): void;
  health(): NodeHealth[];
  /**
   * Goes back to a preferred node that rested and then proved itself. Called only where a new view of the chain
   * begins, since that is the one moment when another node may be taken without mixing two.
   */
  returnToProven(): void;
  /** Puts a preferred node to the proof, when one has rested and it was not tried of late. Never throws. */
  prove(serves: (node: RpcNode) => Promise<boolean>): Promise<void>;
};

/** How often at most a preferred node is put to the proof. */
const trialIntervalMs = 30_000;

/** @throws TypeError without an address, or for one that is not http(s) */
export function createRpcNodes({
  chainId,
  rpcUrls,
  timeoutMs = 10_000,
  maxResponseBytes = 16 * 1024 * 1024,
  clock = createSystemClock(),
  random = Math.random,
}: RpcNodesOptions): RpcNodes {
  const urls = rpcUrls.map((rpcUrl) => new URL(rpcUrl));
  const all = urls.map((url, index) => {
    if (url.protocol !== "https:" && url.protocol !== "http:")
      throw new TypeError("an RPC address is http or https");
    const sameHost = urls.slice(0, index).filter(({ host }) => host === url.host).length;
    const host = sameHost === 0 ? url.host : `${url.host}#${sameHost + 1}`;
    return createRpcNode({ chainId, url, host, timeoutMs, maxResponseBytes, clock, random });
  });
  const [first] = all;
  if (first === undefined) throw new TypeError(`chain ${chainId} has no RPC address`);

  let inUse = first;
  /** It was chosen: others are not preferred to it while it serves. */
  let chosen = false;
  let proven: RpcNode | null = null;
  let proving = false;
  let nextTrialMs = 0;

  function current(): RpcNode {
    if (!inUse.health.rests()) return inUse;
    chosen = false;
    inUse = all.find(({ health }) => !health.rests()) ?? all.reduce(restedSooner);
    return inUse;
  }

  return {
    all,

    async run(question, elsewhere = false) {
      const asked = new Set<RpcNode>();
      for (let node = current(); ; ) {
        asked.add(node);
        try {
          return await question(node);
        } catch (error) {
          // At once, not when it is next asked: by then its rest may be over, and it has proven nothing yet.
          const inUseNow = current();
          if (!elsewhere || !(error instanceof ChainUnavailable) || error.rangeTooWide) throw error;
          const next = [inUseNow, ...all].find(
            (candidate) => !asked.has(candidate) && !candidate.health.rests(),
          );
          if (next === undefined) throw error;
          node = next;
        }
      }
    },

    others() {
      const asked = current();
      return all.filter((node) => node !== asked && !node.health.rests());
    },

    use(host) {
      const node = all.find((candidate) => candidate.host === host);
      if (node === undefined) throw new TypeError(`chain ${chainId} has no node ${host}`);
      inUse = node;
      chosen = true;
      proven = null;
    },

    health: () =>
      all.map(({ host, health }) => ({
        host,
        healthy: !health.rests(),
        consecutiveFailures: health.consecutiveFailures,
        failures: health.failures,
        lastError: health.lastError,
        failingSince: health.failingSince,
        servedAt: health.servedAt,
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
  };
}

function restedSooner(a: RpcNode, b: RpcNode): RpcNode {
  return b.health.restsUntilMs < a.health.restsUntilMs ? b : a;
}
