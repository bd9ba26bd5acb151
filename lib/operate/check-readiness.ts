import "server-only";

import { createHash, timingSafeEqual } from "node:crypto";
import { isFromLoopback, readClientAddress } from "@/lib/api/client-address";
import type { Chain } from "@/lib/chain/chains.rules";
import type { ChainGuard } from "@/lib/chain/check/chain-guard";
import type { ChainNodes, NodeHealth } from "@/lib/chain/reader/chain-reader.port";
import type { ChainPosition } from "@/lib/chain/scan-position.rules";
import type { PositionStore } from "@/lib/checkouts/state/chain-position.store";
import type { ScanProgressStore } from "@/lib/payments/scan-progress.store";
import type { Clock } from "@/lib/platform/clock";
import type { IncidentStore } from "@/lib/platform/incidents/incident-store.port";
import { summariseIncidents } from "@/lib/platform/incidents/incident-words";
import type { ReleaseStore } from "@/lib/platform/jobs/work-leases.store";
import type { OpenFiles } from "@/lib/platform/process/open-files";
import { hourMs, minuteMs } from "@/lib/platform/values/time.rules";
import type { RateStore } from "@/lib/rates/rate.store";

/** A chain is late when its head was last checked longer ago. */
const lateChainMs = minuteMs;

const staleRateMs = hourMs;

export type Readiness = {
  ready: boolean;
  database: { ok: boolean; latencyMs: number | null };
  chains: {
    chainId: number;
    name: string;
    ok: boolean;
    blockNumber: string | null;
    /** Seconds since a node last answered for its head. */
    lagSeconds: number | null;
    /** Unread blocks below `blockNumber` after an outage; null when unknown. */
    unreadBlocks: string | null;
    /** In this process. */
    nodes: { configured: number; healthy: number };
    /** Of each node, in the order of its `rpcUrls`: the largest requests that it accepted, the smallest it refused. */
    requestSizes: NodeHealth["sizes"][];
    /** Whether settings and chain passed the check since this process started. */
    checked: boolean;
  }[];
  /** Null when unknown. */
  openIncidents: number | null;
  /** Problems that do not affect `ready`, in words. */
  warnings: string[];
  rates: { ok: boolean; ageSeconds: number | null };
};

export type ReadinessDeps = {
  clock: Clock;
  chains: readonly Chain[];
  positions: Pick<PositionStore, "all">;
  scanProgress: Pick<ScanProgressStore, "unreadBlocks">;
  incidents: Pick<IncidentStore, "count" | "open">;
  reader(chainId: number): Pick<ChainNodes, "health">;
  chainGuard: Pick<ChainGuard, "hasPassed">;
  rateStore: RateStore;
  databaseHealth: { ping(): Promise<void> };
  releases: Pick<ReleaseStore, "mismatch">;
  openFiles: Pick<OpenFiles, "warning">;
};

/**
 * Readiness for operators and load balancers: database, each chain's lag, age of the rates; and, without effect on
 * `ready`, catch-up, nodes and open incidents. Names no node. Never throws.
 */
export async function checkReadiness(deps: ReadinessDeps): Promise<Readiness> {
  const startedAt = deps.clock.now().getTime();
  const alive = await deps.databaseHealth.ping().then(
    () => true,
    () => false,
  );
  const now = deps.clock.now().getTime();
  const positions = alive ? await deps.positions.all().catch(noPositions) : noPositions();
  const unread = alive ? await deps.scanProgress.unreadBlocks().catch(() => null) : null;
  const openIncidents = alive ? await deps.incidents.count().catch(() => null) : null;
  const rates = alive ? await deps.rateStore.all().catch(() => []) : [];
  const chains = deps.chains.map(({ chainId, name }) => {
    const position = positions.get(chainId);
    const lagMs =
      position === undefined
        ? null
        : now - Math.max(position.checkedAt.getTime(), position.advancedAt.getTime());
    const nodes = deps.reader(chainId).health();
    return {
      chainId,
      name,
      ok: lagMs !== null && lagMs < lateChainMs,
      blockNumber: position?.blockNumber.toString() ?? null,
      lagSeconds: lagMs === null ? null : Math.max(0, Math.round(lagMs / 1000)),
      unreadBlocks: unread === null ? null : (unread.get(chainId) ?? 0n).toString(),
      nodes: countNodes(nodes),
      requestSizes: nodes.map(({ sizes }) => sizes),
      checked: deps.chainGuard.hasPassed(chainId),
    };
  });
  const newest = rates.reduce<number | null>(
    (max, { fetchedAt }) => Math.max(max ?? 0, fetchedAt.getTime()),
    null,
  );
  const rateAgeMs = newest === null ? null : now - newest;
  const ratesOk = rateAgeMs !== null && rateAgeMs < staleRateMs;
  return {
    ready: alive && ratesOk && chains.every(({ ok }) => ok),
    database: { ok: alive, latencyMs: alive ? now - startedAt : null },
    chains,
    openIncidents,
    warnings: [
      ...[deps.openFiles.warning()].filter((warning) => warning !== null),
      ...(alive ? await warningsOf(deps).catch(() => []) : []),
      ...(alive ? await functionWarnings(deps).catch(() => []) : []),
    ],
    rates: { ok: ratesOk, ageSeconds: rateAgeMs === null ? null : Math.round(rateAgeMs / 1000) },
  };
}

/** So many incidents are summarised; `openIncidents` counts all. */
const summarisedAtMost = 100;

/** Every open incident, with what to do: also those that another process found. */
async function warningsOf({ chains, incidents }: ReadinessDeps): Promise<string[]> {
  return summariseIncidents(await incidents.open(summarisedAtMost), chains).map(
    ({ says, todo }) => `${says} ${todo}`,
  );
}

/** The newest release registers again by itself, so this lasts only if the server rejects it. */
async function functionWarnings({ releases }: ReadinessDeps): Promise<string[]> {
  const mismatch = await releases.mismatch();
  return mismatch === null
    ? []
    : [`Inngest: the server runs other functions than this release: ${mismatch}.`];
}

function countNodes(health: readonly NodeHealth[]) {
  return { configured: health.length, healthy: health.filter(({ healthy }) => healthy).length };
}

function noPositions(): ReadonlyMap<number, ChainPosition> {
  return new Map();
}

const keptMs = 2_000;

/**
 * Readiness for strangers: one check at a time, cached for two seconds.
 *
 * @param check never throws
 */
export function createReadinessVerdict(
  clock: Clock,
  check: () => Promise<Pick<Readiness, "ready">>,
): () => Promise<boolean> {
  let last: { ready: boolean; checkedAtMs: number } | undefined;
  let running: Promise<boolean> | undefined;

  const checkNow = async () => {
    const { ready } = await check();
    last = { ready, checkedAtMs: clock.now().getTime() };
    return ready;
  };
  return async () => {
    if (last !== undefined && clock.now().getTime() - last.checkedAtMs < keptMs) return last.ready;
    running ??= checkNow().finally(() => {
      running = undefined;
    });
    return running;
  };
}

export type ReadinessAnswerDeps = {
  check(): Promise<Readiness>;
  /** A check at most some seconds old. */
  verdict(): Promise<boolean>;
  /** Gives remote access to the details. */
  operatorToken: string | undefined;
};

/**
 * Strangers learn whether the service is ready. Operators, and programs on this machine, get a fresh check with
 * details.
 */
export async function answerReadiness(request: Request, deps: ReadinessAnswerDeps): Promise<Response> {
  const { ready, ...details } = isOperator(request, deps.operatorToken)
    ? { ...(await deps.check()), clientAddress: readClientAddress(request.headers) }
    : { ready: await deps.verdict() };
  return Response.json(
    { ok: ready, data: { ready, ...details } },
    { status: ready ? 200 : 503, headers: { "cache-control": "no-store", vary: "Authorization" } },
  );
}

/** Whether a request comes from a program on this machine, or with the token; without a token set, no other may. */
export function isOperator({ headers }: Request, expected: string | undefined): boolean {
  if (isFromLoopback(headers)) return true;
  const [, token] = /^Bearer (.+)$/i.exec(headers.get("authorization") ?? "") ?? [];
  return token !== undefined && expected !== undefined && isSame(token, expected);
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [given, expected].map((text) => createHash("sha256").update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}
