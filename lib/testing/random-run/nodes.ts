import { setTimeout as sleep } from "node:timers/promises";
import { type FaultProxy, startFaultProxy } from "@/lib/testing/fault-proxy";
import { randomFaultKinds, randomFaults } from "@/lib/testing/fault-proxy-faults";
import { type Draw, drawFrom, partSeed } from "./draw";

/** The chains' nodes as the server sees them: two for each chain, each with faults of its own. */
export type FaultyNodes = {
  rpcUrls(chainId: number, rpcUrl: string): Promise<readonly string[]>;
  /** From now on faults are drawn. */
  begin(): void;
  /** One node, or now and then all of a chain, gives no answer for some seconds. */
  fail(draw: Draw): Promise<void>;
  lift(): void;
  /** How often each kind struck. */
  struck(): Record<string, number>;
  stop(): Promise<void>;
};

const nodesPerChain = 2;
/** Each costs the ten seconds that a node is waited for; as often as the others, it would be all that happens. */
const slowKinds: ReadonlySet<string> = new Set(["time-out"]);
/**
 * What leaves logs out in silence. Of each chain one node does: a log that both leave out shows only in the balance
 * at expiry or in the daily look, and for neither a run lasts long enough.
 */
const hidingKinds: ReadonlySet<string> = new Set(["empty-logs", "dropped-log"]);

/** @param rate how many of a hundred requests begin a fault */
export function createFaultyNodes(seed: number, rate: number): FaultyNodes {
  const proxies: { chainId: number; proxy: FaultProxy; hides: boolean }[] = [];
  const kinds = randomFaultKinds.filter((kind) => !slowKinds.has(kind));
  const honestKinds = kinds.filter((kind) => !hidingKinds.has(kind));
  return {
    async rpcUrls(chainId, rpcUrl) {
      const made: FaultProxy[] = [];
      for (let node = 0; node < nodesPerChain; node++) made.push(await startFaultProxy(rpcUrl));
      const hiding = drawFrom(partSeed(seed, chainId)).pick(made);
      proxies.push(...made.map((proxy) => ({ chainId, proxy, hides: proxy === hiding })));
      return made.map(({ url }) => url);
    },
    begin() {
      for (const [index, { proxy, hides }] of proxies.entries())
        proxy.faults.random(randomFaults(partSeed(seed, index), rate / 100, hides ? kinds : honestKinds));
    },
    async fail(draw) {
      const { chainId } = draw.pick(proxies);
      const all = proxies.filter((candidate) => candidate.chainId === chainId);
      const failing = draw.chance(0.25) ? all : [draw.pick(all)];
      const kind = draw.weighted({ outage: 3, "time-out": 1 } as const);
      const ms = draw.whole(2_000, 8_000);
      for (const { proxy } of failing) proxy.faults.set({ kind });
      await sleep(ms);
      for (const { proxy } of failing) proxy.faults.set();
    },
    lift() {
      for (const { proxy } of proxies) proxy.faults.clear();
    },
    struck() {
      const sums: Record<string, number> = {};
      for (const { proxy } of proxies) {
        for (const [kind, times] of proxy.struck) sums[kind] = (sums[kind] ?? 0) + times;
      }
      return sums;
    },
    async stop() {
      await Promise.all(proxies.map(({ proxy }) => proxy.stop()));
    },
  };
}
