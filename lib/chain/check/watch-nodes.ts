import type { ChainNodes } from "@/lib/chain/chain-reader.port";
import type { Clock } from "@/lib/platform/clock.port";
import { minuteMs } from "@/lib/platform/durations.rules";
import { type IncidentStore, nodesSubject } from "@/lib/platform/incidents/incident-store.port";

/** So long each answer of a node has to fail before it counts as down. */
const downAfterMs = minuteMs;

export type WatchNodesDeps = {
  clock: Clock;
  incidents: Pick<IncidentStore, "raise" | "resolve" | "openAbout">;
  reader: (chainId: number) => Pick<ChainNodes, "health">;
};

/**
 * Keeps the incident of nodes that are down while others of the chain serve. It closes once every node has served after
 * it was last seen: another process may still see the failure. A chain with one node shows its failure as its lag.
 */
export async function watchNodes(deps: WatchNodesDeps, chainId: number): Promise<void> {
  const nodes = deps.reader(chainId).health();
  if (nodes.length < 2) return;
  const now = deps.clock.now();
  const subject = nodesSubject(chainId);
  const down = nodes.filter(
    ({ failingSince }) => failingSince !== null && now.getTime() - failingSince.getTime() >= downAfterMs,
  );
  if (down.length > 0) {
    const hosts = down.map(({ host }) => host).join(" ");
    const details = { configured: nodes.length, down: down.length, hosts };
    await deps.incidents.raise({ kind: "NODE_DOWN", subject, chainId, checkoutId: null, details }, now);
    return;
  }
  const open = (await deps.incidents.openAbout([subject])).find(({ kind }) => kind === "NODE_DOWN");
  if (open === undefined) return;
  const isOver = nodes.every(
    ({ failingSince, servedAt }) => failingSince === null && servedAt !== null && servedAt > open.lastSeenAt,
  );
  if (isOver) await deps.incidents.resolve("NODE_DOWN", subject, now);
}
