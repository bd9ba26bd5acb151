import type { ChainNodes } from "@/lib/chain/reader/chain-reader.port";
import type { Clock } from "@/lib/platform/clock";
import { type IncidentStore, nodesSubject } from "@/lib/platform/incidents/incident-store.port";
import type { Log } from "@/lib/platform/log";
import { escapeText } from "@/lib/platform/values/text.rules";
import { minuteMs } from "@/lib/platform/values/time.rules";
import { type ChainCheck, type CheckChainsDeps, checkChain, pricingInWords } from "./check-chains";

const checkAgainAfterMs = minuteMs;

export type ChainGuardDeps = CheckChainsDeps & {
  clock: Clock;
  log: Log;
  incidents: Pick<IncidentStore, "raise" | "resolve">;
};

/** Allows a chain to be watched unless its settings are shown to be wrong. */
export type ChainGuard = {
  /**
   * Checks every chain at startup. Unreachable nodes do not delay it.
   * @throws ChainsMisconfigured when settings and chain do not match
   */
  checkAll(): Promise<void>;
  /**
   * Whether the chain may be scanned. A chain whose nodes were unreachable is checked again every minute; if it then
   * turns out wrong, we raise an incident and do not scan it.
   */
  mayWatch(chainId: number): Promise<boolean>;
  /** Whether the chain has passed in this process. */
  hasPassed(chainId: number): boolean;
};

/** Settings and chain do not match; the message says how to fix each fault. */
export class ChainsMisconfigured extends Error {
  override readonly name = "ChainsMisconfigured";
}

export function createChainGuard(deps: ChainGuardDeps): ChainGuard {
  const last = new Map<number, { check: ChainCheck; at: number }>();
  const notedPassed = new Set<number>();

  async function check(chainId: number): Promise<ChainCheck> {
    const result = await checkChain(deps, chainId);
    last.set(chainId, { check: result, at: deps.clock.now().getTime() });
    for (const warning of result.warnings) deps.log.warn({ chainId }, `${result.chain}: ${warning}`);
    if (result.pricing !== null)
      deps.log.info({ chainId }, `gas is priced ${pricingInWords[result.pricing]}`);
    return result;
  }

  /** Opens or resolves the chain's incident according to the check. */
  async function noteInIncidents({ chainId, chain, passed, faults }: ChainCheck): Promise<void> {
    const now = deps.clock.now();
    if (faults.length > 0) {
      for (const fault of faults) deps.log.error({ chainId }, `${chain}: ${fault}`);
      const details = { faults: faults.join(" ") };
      await deps.incidents.raise(
        { kind: "CHAIN_MISCONFIGURED", subject: String(chainId), chainId, checkoutId: null, details },
        now,
      );
    }
    if (passed) {
      await deps.incidents.resolve("CHAIN_MISCONFIGURED", String(chainId), now);
      notedPassed.add(chainId);
    }
  }

  return {
    async checkAll() {
      const checks = await Promise.all(deps.chains.map(({ chainId }) => check(chainId)));
      const faults = checks.flatMap(({ chain, faults }) => faults.map((fault) => `${chain}: ${fault}`));
      if (faults.length === 0) return;
      throw new ChainsMisconfigured(
        `The settings do not fit the chains:\n  ${faults.map(escapeText).join("\n  ")}`,
      );
    },

    async mayWatch(chainId) {
      const known = last.get(chainId);
      const isDue =
        known === undefined ||
        (!known.check.passed && deps.clock.now().getTime() - known.at >= checkAgainAfterMs);
      const result = isDue ? await check(chainId) : known.check;
      if (isDue || (result.passed && !notedPassed.has(chainId))) await noteInIncidents(result);
      return result.faults.length === 0;
    },

    hasPassed: (chainId) => last.get(chainId)?.check.passed ?? false,
  };
}

/** A node counts as down after failing for this long. */
const downAfterMs = minuteMs;

export type WatchNodesDeps = {
  clock: Clock;
  incidents: Pick<IncidentStore, "raise" | "resolve" | "openAbout">;
  reader: (chainId: number) => Pick<ChainNodes, "health">;
};

/**
 * Maintains the incidents of a chain's nodes: some are down while others serve, or all are. One closes after the nodes
 * served later than it was last seen, since another process may still see the failure.
 */
export async function watchNodes(deps: WatchNodesDeps, chainId: number): Promise<void> {
  const nodes = deps.reader(chainId).health();
  const now = deps.clock.now();
  const subject = nodesSubject(chainId);
  const down = nodes.filter(
    ({ failingSince }) => failingSince !== null && now.getTime() - failingSince.getTime() >= downAfterMs,
  );
  const allDown = down.length > 0 && down.length === nodes.length;
  if (down.length > 0) {
    const kind = allDown ? "CHAIN_UNREACHABLE" : "NODE_DOWN";
    const hosts = down.map(({ host, lastError }) => `${host} (${lastError})`).join(", ");
    const details = { configured: nodes.length, down: down.length, hosts };
    await deps.incidents.raise({ kind, subject, chainId, checkoutId: null, details }, now);
  }
  for (const { kind, lastSeenAt } of await deps.incidents.openAbout([subject])) {
    const served = nodes.filter(
      ({ failingSince, servedAt }) => failingSince === null && servedAt !== null && servedAt > lastSeenAt,
    );
    const hasEnded =
      kind === "CHAIN_UNREACHABLE" ? served.length > 0 : served.length === nodes.length || allDown;
    if (hasEnded) await deps.incidents.resolve(kind, subject, now);
  }
}
