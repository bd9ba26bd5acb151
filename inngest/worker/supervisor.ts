import { minuteMs } from "@/lib/platform/values/time.rules";
import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { chainWatch, expiryDue, leaseNames, upkeepDue } from "@/inngest/events";
import type { WakeUp } from "@/inngest/in-process";
import { getWork } from "@/lib/api/wiring/work";
import { inngestSubject } from "@/lib/platform/incidents/incident-store.port";
import { fallbackSuffix } from "@/lib/platform/jobs/job-runs";
import { functionsOrigin, inngest } from "./client";
import type { Registration } from "./registration";
import { isServerDown, sendToServer, startHere } from "./wake";

const checkIntervalMs = 1_000;
/** A requested run begins within this time, or is requested again. */
const startEveryMs = 2_000;
/** How long a server may leave work unclaimed before the instances run it themselves. */
const unclaimedMs = 30_000;
const reportEveryMs = 5_000;
const registerEveryMs = minuteMs;
/** As often we look whether a node is idle; each is asked once a minute. */
const askIdleEveryMs = 5_000;

export type Supervisor = { stop(): Promise<void> };

/**
 * Keeps continuous work running: the watch over each chain, expiry and upkeep, and the health of idle nodes. Once a second it finds leases without a
 * holder, and starts a run for each. If an Inngest server does not start it, this process does, and keeps sending the
 * server events, whose run then takes the lease over.
 *
 * @param registration with an Inngest server; null without one
 */
export function startSupervisor(registration: Registration | null): Supervisor {
  const stopping = new AbortController();
  const startedAt = performance.now();
  const repeat = async (everyMs: number, what: string, check: () => Promise<void>): Promise<void> => {
    while (!stopping.signal.aborted) {
      await check().catch((error: unknown) => {
        getWork().log.warn({ error }, `${what} failed; the next look tries again`);
      });
      await sleep(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const loops = [
    repeat(checkIntervalMs, "starting idle work", () => startIdleWork(performance.now() - startedAt)),
    repeat(askIdleEveryMs, "asking idle nodes", askIdleNodes),
    repeat(checkIntervalMs, "opening a file", getWork().openFiles.check),
  ];
  if (registration !== null)
    loops.push(
      repeat(registerEveryMs, "registering the functions", registration.keep),
      repeat(reportEveryMs, "looking at the Inngest server", () =>
        reportServer(performance.now() - startedAt),
      ),
    );
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}

async function startIdleWork(uptimeMs: number): Promise<void> {
  const { workLeases } = getWork();
  const duties = listDuties();
  const fallbackEveryMs = isServerDown() ? startEveryMs : unclaimedMs;
  const idle = await workLeases.takeIdle([...duties.keys()], startEveryMs, fallbackEveryMs);
  await Promise.all(
    idle.map(async ({ name, idleMs }) => {
      const event = duties.get(name);
      if (event === undefined) return;
      if (inngest === null) return startHere(event);
      const isAccepted = await sendToServer(event);
      const isUnclaimed = Math.min(idleMs, uptimeMs) >= unclaimedMs;
      if (!isAccepted || isUnclaimed) startHere(event);
    }),
  );
}

/** In each instance: its health of a node is what its pages and its work go by. */
async function askIdleNodes(): Promise<void> {
  const { chains, reader } = getWork();
  await Promise.all(chains.map(({ chainId }) => reader(chainId).askIdle()));
}

/** Leases that always need a holder, and the event that starts a run of each. */
function listDuties(): ReadonlyMap<string, WakeUp> {
  const { chains } = getWork();
  return new Map<string, WakeUp>([
    ...chains.map(({ chainId }): [string, WakeUp] => [
      leaseNames.watch(chainId),
      chainWatch.create({ chainId }),
    ]),
    [leaseNames.expire, expiryDue.create({})],
    [leaseNames.upkeep, upkeepDue.create({})],
  ]);
}

/**
 * Maintains the incident of a server that does not run the work; it closes when the server has taken over all of it.
 *
 * @param uptimeMs of this process
 */
export async function reportServer(uptimeMs: number): Promise<void> {
  const { clock, incidents, workLeases } = getWork();
  const names = [...listDuties().keys()];
  const holders = await workLeases.holders(names);
  const byFallback = [...holders.values()].filter((holder) => holder.endsWith(fallbackSuffix)).length;
  const now = clock.now();
  if (byFallback > 0) {
    // Server and instances often start together.
    if (uptimeMs < unclaimedMs) return;
    // Most often a proxy on the way does not know that host name: then only the address helps.
    const reason = isServerDown()
      ? "it doesn't accept events"
      : `it doesn't run the functions, which it calls at ${functionsOrigin()}/api/inngest`;
    await incidents.raise(
      { kind: "INNGEST_DOWN", subject: inngestSubject, chainId: null, checkoutId: null, details: { reason } },
      now,
    );
  } else if (holders.size === names.length) await incidents.resolve("INNGEST_DOWN", inngestSubject, now);
}
