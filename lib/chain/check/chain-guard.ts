import type { Clock } from "@/lib/platform/clock.port";
import { minuteMs } from "@/lib/platform/durations.rules";
import type { IncidentStore } from "@/lib/platform/incidents/incident-store.port";
import type { Log } from "@/lib/platform/log.port";
import { type ChainCheck, type CheckChainsDeps, checkChain } from "./check-chains";

const checkAgainAfterMs = minuteMs;

export type ChainGuardDeps = CheckChainsDeps & {
  clock: Clock;
  log: Log;
  incidents: Pick<IncidentStore, "raise" | "resolve">;
};

/** Lets a chain be watched as long as nothing shows that its settings are wrong. */
export type ChainGuard = {
  /**
   * Checks every chain, as a process does that starts. Nodes that cannot be asked do not hold it up.
   * @throws ChainsMisconfigured where settings and chain do not fit
   */
  checkAll(): Promise<void>;
  /**
   * Whether the chain may be scanned. One that never passed, since no node could be asked, is checked again every
   * minute; when it then turns out to be wrong, the operator is told by an incident and it is left alone.
   */
  mayWatch(chainId: number): Promise<boolean>;
  /** Whether the chain has passed in this process. */
  hasPassed(chainId: number): boolean;
};

/** Settings and chain do not fit; the message says of each fault what to do. */
export class ChainsMisconfigured extends Error {
  override readonly name = "ChainsMisconfigured";
}

export function createChainGuard(deps: ChainGuardDeps): ChainGuard {
  const last = new Map<number, { check: ChainCheck; at: number }>();
  const toldStore = new Set<number>();

  async function check(chainId: number): Promise<ChainCheck> {
    const result = await checkChain(deps, chainId);
    last.set(chainId, { check: result, at: deps.clock.now().getTime() });
    for (const warning of result.warnings) deps.log.warn({ chainId }, warning);
    return result;
  }

  /** The chain's open incident follows what was found. */
  async function tellStore({ chainId, passed, faults }: ChainCheck): Promise<void> {
    const now = deps.clock.now();
    if (faults.length > 0) {
      for (const fault of faults) deps.log.error({ chainId }, fault);
      const details = { faults: faults.join(" ") };
      await deps.incidents.raise(
        { kind: "CHAIN_MISCONFIGURED", subject: String(chainId), chainId, checkoutId: null, details },
        now,
      );
    }
    if (passed) {
      await deps.incidents.resolve("CHAIN_MISCONFIGURED", String(chainId), now);
      toldStore.add(chainId);
    }
  }

  return {
    async checkAll() {
      const checks = await Promise.all(deps.chains.map(({ chainId }) => check(chainId)));
      const faults = checks.flatMap((result) => result.faults);
      if (faults.length === 0) return;
      throw new ChainsMisconfigured(`The settings do not fit the chains:\n  ${faults.join("\n  ")}`);
    },

    async mayWatch(chainId) {
      const known = last.get(chainId);
      const isDue =
        known === undefined ||
        (!known.check.passed && deps.clock.now().getTime() - known.at >= checkAgainAfterMs);
      const result = isDue ? await check(chainId) : known.check;
      if (isDue || (result.passed && !toldStore.has(chainId))) await tellStore(result);
      return result.faults.length === 0;
    },

    hasPassed: (chainId) => last.get(chainId)?.check.passed ?? false,
  };
}
