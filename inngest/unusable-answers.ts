import type { ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import { UnusableAnswer } from "@/lib/chain/rpc/answers";
import { clearTimer, isDue, lastedMs, type Timers } from "@/lib/payments/scan/scan-memory";
import type { IncidentStore } from "@/lib/platform/incidents/incident-store.port";
import type { Log } from "@/lib/platform/log";
import { minuteMs } from "@/lib/platform/values/time.rules";

type Deps = Timers & { log: Log; incidents: Pick<IncidentStore, "raise" | "resolve"> };

/** How long a chain's nodes may answer unusably before an operator has to act, and how often we log it. */
const patienceMs = minuteMs;

const fix =
  'If the message is about a fee or the GasPriceOracle, correct sending.l1Fee in CHAINS: "op-stack" or "scroll" with that oracle, else "none". Restart.';

const timer = (chainId: number, work: string) => `unusable ${chainId} ${work}`;
const about = (chainId: number, work: string) => ({
  kind: "CHAIN_MISCONFIGURED" as const,
  subject: `${chainId}/${work}`,
});

/**
 * Work on a chain waits for its nodes. Silent nodes have incidents of their own; when nodes answer and we cannot use
 * it, as for a price without an oracle, only a setting helps.
 */
export async function noteUnusable(
  deps: Deps,
  chainId: number,
  { id, waiting }: { id: string; waiting: string },
  error: ChainUnavailable,
): Promise<void> {
  if (isDue(deps, `logged ${timer(chainId, id)}`, patienceMs))
    deps.log.warn({ chainId, error }, `${waiting}: no node of the chain gives a usable answer`);
  if (!(error.cause instanceof UnusableAnswer)) return;
  if (lastedMs(deps, timer(chainId, id)) < patienceMs) return;
  const details = { work: id, answer: error.cause.message, fix };
  await deps.incidents.raise({ ...about(chainId, id), chainId, checkoutId: null, details }, deps.clock.now());
}

/** A pass succeeded: resolves the incident, also one that another process opened. */
export async function noteUsable(deps: Deps, chainId: number, id: string): Promise<void> {
  const lasted = clearTimer(deps, timer(chainId, id));
  if (!lasted && !isDue(deps, `usable ${chainId} ${id}`, patienceMs)) return;
  const { kind, subject } = about(chainId, id);
  await deps.incidents.resolve(kind, subject, deps.clock.now());
}
