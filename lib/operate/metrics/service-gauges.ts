import "server-only";
import { Counter } from "prom-client";
import { getProcess } from "@/lib/api/wiring/process";
import { getWork } from "@/lib/api/wiring/work";
import { createJobsStatusStore } from "@/lib/books/jobs-status.store";
import {
  type GasLeft,
  type GasParts,
  readGasLeft,
  readJobsStatus,
  type StatusParts,
  type WorkStatus,
} from "@/lib/books/service-status";
import { nativeCurrencyOf } from "@/lib/chain/native-currency.rules";
import type { ChainNodes } from "@/lib/chain/reader/chain-reader.port";
import { sizeKinds } from "@/lib/chain/rpc/sizes";
import { incidentKinds } from "@/lib/platform/incidents/incident-store.port";
import type { Log } from "@/lib/platform/log";
import { createGauge, type Metrics } from "@/lib/platform/metrics";
import { perProcess } from "@/lib/platform/process/per-process";
import { minuteMs } from "@/lib/platform/values/time.rules";

type PoolCounts = { totalCount: number; idleCount: number; waitingCount: number };

export type GaugeDeps = StatusParts &
  GasParts & {
    log: Log;
    metrics: Pick<Metrics, "registry">;
    pool: PoolCounts;
    reader(chainId: number): Pick<ChainNodes, "health">;
  };

/** What the database says is read again after this; several scrapers share it. */
const keptMs = 5_000;
/** Balances are asked of nodes. */
const gasKeptMs = minuteMs;
/** Counts of open checkouts end here. */
const countedAtMost = 10_000;

const openStatuses = ["PENDING", "DETECTED", "PAID", "LATE_PAID"] as const;

/**
 * The text that Prometheus reads. The gauges are added at the first scrape: most processes of tests have none.
 *
 * @param gaugeDeps asked once
 */
export function createScrape(
  { registry }: Pick<Metrics, "registry">,
  gaugeDeps: () => GaugeDeps,
): () => Promise<string> {
  let readGauges: (() => Promise<void>) | undefined;
  return async () => {
    readGauges ??= addServiceGauges(gaugeDeps());
    await readGauges();
    return registry.metrics();
  };
}

/** Returns this process's metrics as Prometheus text. */
export const getScrape = perProcess("scrape", () => {
  const { database, common } = getProcess();
  return createScrape(common.metrics, () => ({
    ...getWork(),
    pool: database.pool,
    jobsStatus: createJobsStatusStore(database),
  }));
});

/**
 * Adds to the metrics what is read when they are: work that waits, chains, rates, incidents, gas, and the pool.
 *
 * @returns reads it, at most every few seconds. Never throws: a database that is down is one of the gauges.
 */
function addServiceGauges(deps: GaugeDeps): () => Promise<void> {
  const { registry } = deps.metrics;
  const databaseUp = createGauge(registry, "database_up", "1 while the database answers.");
  const stored = [
    openCheckouts(deps),
    openIncidents(deps),
    workGauges(deps),
    gasGauges(
      deps,
      kept(deps, gasKeptMs, () => readGasLeft(deps)),
    ),
  ];
  const readProcess = processGauges(deps);
  const readStored = kept(deps, keptMs, async () => {
    try {
      const writers = await Promise.all(stored.map(({ read }) => read()));
      for (const write of writers) write();
      databaseUp.set(1);
    } catch (error) {
      deps.log.warn({ error }, "metrics could not be read from the database");
      // What was read before is not so any more.
      for (const { reset } of stored) reset();
      databaseUp.set(0);
    }
  });
  return async () => {
    await readStored();
    readProcess();
  };
}

/** A group of gauges: `read` answers what sets them, so that one that fails leaves no half. */
type Gauges = { read(): Promise<() => void>; reset(): void };

function openCheckouts({ metrics: { registry }, jobsStatus }: GaugeDeps): Gauges {
  const help = `Checkouts that something is still to be done for, counted up to ${countedAtMost}.`;
  const gauge = createGauge(registry, "open_checkouts", help, ["status"]);
  return {
    read: async () => {
      const counts = await jobsStatus.openCheckouts(countedAtMost);
      return () => {
        for (const status of openStatuses) gauge.set({ status }, counts.get(status) ?? 0);
      };
    },
    reset: () => gauge.reset(),
  };
}

function openIncidents({ metrics: { registry }, jobsStatus }: GaugeDeps): Gauges {
  const gauge = createGauge(registry, "incidents_open", "Open incidents by kind.", ["kind"]);
  return {
    read: async () => {
      const counts = await jobsStatus.openIncidents();
      return () => {
        for (const kind of incidentKinds) gauge.set({ kind }, counts.get(kind) ?? 0);
      };
    },
    reset: () => gauge.reset(),
  };
}

/** What `npm run jobs:status` shows. */
function workGauges(deps: GaugeDeps): Gauges {
  const { registry } = deps.metrics;
  const work = (name: string, help: string) => createGauge(registry, `work_${name}`, help, ["work"]);
  const ofWork: [ReturnType<typeof work>, (status: WorkStatus) => number | null][] = [
    [work("due", "Work that waits to be done now, by kind: the queues' lengths."), ({ due }) => due],
    [work("late", "Work that has waited for too long."), ({ late }) => late],
    [work("failing", "Work that does not get through by itself."), ({ failing }) => failing],
    [work("is_late", "1 where work is late or its job did not run."), ({ isLate }) => Number(isLate)],
    [
      work("oldest_due_seconds", "For how long the oldest work has waited; 0 where none does."),
      ({ oldestDueSeconds }) => oldestDueSeconds ?? 0,
    ],
    [
      work("last_success_timestamp_seconds", "When a job last ended well, in Unix time."),
      ({ lastEndedAt }) => (lastEndedAt === null ? null : lastEndedAt.getTime() / 1_000),
    ],
  ];
  const lag = createGauge(registry, "chain_lag_seconds", "Since a node last told the chain's head.", [
    "chain",
  ]);
  const unread = createGauge(registry, "chain_unread_blocks", "Blocks that an outage left to be read.", [
    "chain",
  ]);
  const rateAge = createGauge(registry, "rate_age_seconds", "Age of the newest exchange rate.");
  const refunds = createGauge(registry, "open_refunds", "Refunds that have not ended, by status.", [
    "status",
  ]);
  return {
    read: async () => {
      const { work: statuses } = await readJobsStatus(deps);
      return () => {
        for (const status of statuses)
          for (const [gauge, read] of ofWork) {
            const value = read(status);
            if (value === null) gauge.remove({ work: status.name });
            else gauge.set({ work: status.name }, value);
          }
        for (const { chainId } of deps.chains) {
          const status = statuses.find(({ name }) => name === `chain ${chainId}`);
          const lagSeconds = status?.oldestDueSeconds ?? Number.POSITIVE_INFINITY;
          lag.set({ chain: chainId }, lagSeconds);
          unread.set({ chain: chainId }, status?.due ?? 0);
        }
        const ageSeconds = statuses.find(({ name }) => name === "rates")?.details.ageSeconds;
        rateAge.set(typeof ageSeconds === "number" ? ageSeconds : Number.POSITIVE_INFINITY);
        refunds.reset();
        for (const [status, count] of Object.entries(
          statuses.find(({ name }) => name === "refunds")?.details ?? {},
        ))
          refunds.set({ status }, Number(count));
      };
    },
    reset: () => {
      for (const [gauge] of ofWork) gauge.reset();
      for (const gauge of [lag, unread, rateAge, refunds]) gauge.reset();
    },
  };
}

function gasGauges({ metrics: { registry }, chains }: GaugeDeps, readGas: () => Promise<GasLeft[]>): Gauges {
  const labels = ["chain", "wallet"] as const;
  const balance = createGauge(
    registry,
    "wallet_balance",
    "The wallet's coin for gas, in whole coins.",
    labels,
  );
  const days = createGauge(
    registry,
    "gas_days_left",
    "Days of gas at the average of the last seven days; missing where nothing was spent.",
    labels,
  );
  const reset = () => {
    balance.reset();
    days.reset();
  };
  return {
    read: async () => {
      const wallets = await readGas();
      return () => {
        reset();
        for (const { chainId, wallet, balanceWei, days: left } of wallets) {
          const { decimals } = nativeCurrencyOf(chains, chainId);
          balance.set({ chain: chainId, wallet }, Number(balanceWei) / 10 ** decimals);
          if (left !== null) days.set({ chain: chainId, wallet }, left);
        }
      };
    },
    reset,
  };
}

/** What this process knows itself: read at every scrape. */
function processGauges({ metrics: { registry }, chains, pool, reader }: GaugeDeps): () => void {
  const connections = createGauge(registry, "database_connections", "The pool's connections.", ["state"]);
  const labelNames = ["chain", "node"] as const;
  const up = createGauge(registry, "node_up", "1 while the node serves this process.", labelNames);
  const failed = new Counter({
    name: "checkout_node_failures_total",
    help: "Questions to a node without a usable answer.",
    labelNames: [...labelNames],
    registers: [registry],
  });
  const size = createGauge(
    registry,
    "node_request_size",
    "The largest request that a node accepted and the smallest that it refused, by what it is counted in.",
    [...labelNames, "kind", "answer"],
  );
  return () => {
    size.reset();
    connections.set({ state: "used" }, pool.totalCount - pool.idleCount);
    connections.set({ state: "idle" }, pool.idleCount);
    connections.set({ state: "waited_for" }, pool.waitingCount);
    failed.reset();
    for (const { chainId } of chains)
      for (const { host, failures, healthy, sizes } of reader(chainId).health()) {
        for (const kind of sizeKinds)
          for (const answer of ["accepted", "refused"] as const) {
            const count = sizes[kind][answer];
            if (count !== null) size.set({ chain: chainId, node: host, kind, answer }, count);
          }
        failed.inc({ chain: chainId, node: host }, failures);
        up.set({ chain: chainId, node: host }, Number(healthy));
      }
  };
}

/** One reading at a time, kept for a while, regardless of how many ask. */
function kept<T>(
  { clock }: Pick<GaugeDeps, "clock">,
  forMs: number,
  read: () => Promise<T>,
): () => Promise<T> {
  let last: { at: number; reading: Promise<T> } | undefined;
  return () => {
    const now = clock.now().getTime();
    if (last === undefined || now - last.at >= forMs) {
      const reading = read();
      last = { at: now, reading };
      reading.catch(() => {
        last = undefined;
      });
    }
    return last.reading;
  };
}
