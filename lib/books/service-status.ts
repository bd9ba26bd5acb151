import type { Chain } from "@/lib/chain/chains.rules";
import type { ChainSender } from "@/lib/chain/sender/chain-sender.port";
import type { OutgoingStore } from "@/lib/chain/sender/outgoing/outgoing.store";
import type { PositionStore } from "@/lib/checkouts/state/chain-position.store";
import type { ScanProgressStore } from "@/lib/payments/scan-progress.store";
import type { Clock } from "@/lib/platform/clock";
import type { IncidentKind, IncidentStore } from "@/lib/platform/incidents/incident-store.port";
import { explainedIncidents } from "@/lib/platform/incidents/incident-words";
import { chainJobs, type JobName, jobPatienceMs, jobRunKey } from "@/lib/platform/jobs/job-runs";
import { withTimeLimit } from "@/lib/platform/time-limit";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { hourMs, minuteMs } from "@/lib/platform/values/time.rules";
import type { RateStore } from "@/lib/rates/rate.store";
import type { Backlog, JobsStatusStore, WaitingWork } from "./jobs-status.store";

/** Counts end here: a larger one reads "at least". */
const countedAtMost = 10_000;

/** After how long each kind of work is late. */
const lateMs = {
  chain: minuteMs,
  // Expiry waits ten minutes for a chain that stands still, and longer for an unexplained balance.
  expiry: 15 * minuteMs,
  webhooks: minuteMs,
  settlements: hourMs,
  refunds: hourMs,
  transactions: 30 * minuteMs,
  signedPayments: 2 * minuteMs,
  mail: 5 * minuteMs,
  rates: 15 * minuteMs,
  pruning: hourMs,
  walletChanges: 10 * minuteMs,
  balances: 50 * hourMs,
} as const;

/** One kind of work. */
export type WorkStatus = {
  name: string;
  isLate: boolean;
  /** The work due now, and the late part. */
  due: number;
  late: number;
  /** Work that does not succeed by itself. */
  failing: number;
  oldestDueSeconds: number | null;
  /** When a run last succeeded; null when unknown or not recorded. */
  lastEndedAt: Date | null;
  details: Readonly<Record<string, string | number | null>>;
};

export type JobsStatus = { at: Date; isLate: boolean; work: WorkStatus[] };

export type StatusParts = {
  clock: Clock;
  chains: readonly Chain[];
  jobsStatus: JobsStatusStore;
  positions: PositionStore;
  scanProgress: ScanProgressStore;
  rateStore: RateStore;
  incidents: IncidentStore;
};

/** All background work: what is due, late or failing, and the last success. */
export async function readJobsStatus(deps: StatusParts): Promise<JobsStatus> {
  const { jobsStatus: store } = deps;
  const now = deps.clock.now();
  const ends = lastEndsOf(await store.lastEnds(), deps.chains);
  const kind = describer(now, ends);
  const backlog = (work: WaitingWork) => store.backlog(work, now, lateMs[work], countedAtMost);
  const endpoints = await store.troubledEndpoints();
  const { parked, waiting } = await store.parkedDeposits(now, countedAtMost);
  const failedMail = await store.failedMail(new Date(now.getTime() - 48 * hourMs), countedAtMost);
  const work = [
    ...(await chainWork(deps, now)),
    kind("expiry", "expire-checkouts", await backlog("expiry")),
    kind("webhooks", "deliver-webhooks", await backlog("webhooks"), endpoints.failing, {
      failingEndpoints: endpoints.failing,
      disabledEndpoints: endpoints.disabled,
    }),
    kind("settlements", "settle-checkouts", await backlog("settlements"), sum(parked), {
      ...parked,
      waiting,
    }),
    ...(await payoutWork(deps, now)),
    kind("refunds", "send-refunds", await backlog("refunds"), 0, await store.openRefunds(countedAtMost)),
    kind("transactions", null, await backlog("transactions")),
    kind("signed payments", "relay-payments", await backlog("signedPayments")),
    kind("mail", "send-mail", await backlog("mail"), failedMail, {
      digestsEndedAt: ends.get("write-digests")?.toISOString() ?? null,
    }),
    await rateWork(deps, now, ends),
    kind("pruning", "prune", await backlog("pruning")),
    ...(await sweepWork(deps, now, ends)),
    kind("wallet changes", "apply-wallet-changes", await backlog("walletChanges")),
    kind("hourly counts", "count-hours", nothing),
    kind("incidents", "review-balances", nothing, await deps.incidents.count()),
  ];
  return { at: now, isLate: work.some(({ isLate }) => isLate), work };
}

const nothing: Backlog = { due: 0, late: 0, oldestDueAt: null };

/** The last success of each job; for jobs per chain, that of the longest-waiting chain. */
function lastEndsOf(noted: ReadonlyMap<string, Date>, chains: readonly Chain[]): ReadonlyMap<JobName, Date> {
  const jobs = Object.keys(jobPatienceMs) as JobName[];
  return new Map(
    jobs.flatMap((job) => {
      const keys = chainJobs.has(job)
        ? chains.map(({ chainId }) => jobRunKey(job, chainId))
        : [jobRunKey(job, null)];
      const ends = keys.map((key) => noted.get(key)?.getTime());
      const known = ends.filter((end) => end !== undefined);
      return known.length < keys.length || known.length === 0 ? [] : [[job, new Date(Math.min(...known))]];
    }),
  );
}

/** Jobs that may have nothing to do: e-mail is off, or no whole hour has passed. */
const mayNeverRun: ReadonlySet<JobName> = new Set(["send-mail", "write-digests", "sweep-balances"]);

function describer(now: Date, ends: ReadonlyMap<JobName, Date>) {
  return (
    name: string,
    job: JobName | null,
    { due, late, oldestDueAt }: Backlog,
    failing = 0,
    details: WorkStatus["details"] = {},
  ): WorkStatus => {
    const lastEndedAt = job === null ? null : (ends.get(job) ?? null);
    return {
      name,
      isLate: late > 0 || (job !== null && !mayNeverRun.has(job) && isOverdue(job, lastEndedAt, now)),
      due,
      late,
      failing,
      oldestDueSeconds: oldestDueAt === null ? null : secondsSince(oldestDueAt, now),
      lastEndedAt,
      details,
    };
  };
}

function isOverdue(job: JobName, lastEndedAt: Date | null, now: Date): boolean {
  return lastEndedAt === null || now.getTime() - lastEndedAt.getTime() > jobPatienceMs[job];
}

async function chainWork(deps: StatusParts, now: Date): Promise<WorkStatus[]> {
  const positions = await deps.positions.all();
  const unread = await deps.scanProgress.unreadBlocks();
  return deps.chains.map(({ chainId, name }) => {
    const position = positions.get(chainId);
    const seenAt =
      position === undefined
        ? null
        : new Date(Math.max(position.checkedAt.getTime(), position.advancedAt.getTime()));
    const lagSeconds = seenAt === null ? null : secondsSince(seenAt, now);
    const isLate = lagSeconds === null || lagSeconds * 1_000 > lateMs.chain;
    const blocks = Number(unread.get(chainId) ?? 0n);
    return {
      name: `chain ${chainId}`,
      isLate,
      due: blocks,
      late: isLate ? blocks : 0,
      failing: 0,
      oldestDueSeconds: lagSeconds,
      lastEndedAt: seenAt,
      details: { chain: name, block: position?.blockNumber.toString() ?? null, unreadBlocks: blocks },
    };
  });
}

/** A batch may wait for ten minutes, and the chain's finality about as long. */
const payoutPatienceMs = 20 * minuteMs;

/** Incidents that keep deposits from being settled, the more likely cause first. */
const payoutStoppers: readonly IncidentKind[] = [
  "CHAIN_UNREACHABLE",
  "CHAIN_LOST",
  "CHAIN_MISCONFIGURED",
  "NODES_DISAGREE",
  "NODE_DOWN",
  "OUT_OF_GAS",
  "DAILY_CAP_REACHED",
  "TRANSACTION_STUCK",
  "NONCE_LEAP",
  "BALANCE_BELOW_BOOKS",
];

/** Deposits that are due and that no settlement takes for long, with the reason. */
async function payoutWork(deps: StatusParts, now: Date): Promise<WorkStatus[]> {
  const waiting = (await deps.jobsStatus.dueDeposits(now, countedAtMost)).filter(
    ({ oldestPaidAt }) => now.getTime() - oldestPaidAt.getTime() > payoutPatienceMs,
  );
  return Promise.all(
    waiting.map(async ({ chainId, due, oldestPaidAt }) => {
      const open = await deps.incidents.openOnChain(chainId, payoutStoppers, countedAtMost);
      const kind = payoutStoppers.find((each) => open.some((incident) => incident.kind === each));
      const reason =
        kind === undefined
          ? 'no incident explains it: look for "opened no settlement" and "not moving money" in the log'
          : `${explainedIncidents[kind].title} (${kind})`;
      const oldestDueSeconds = secondsSince(oldestPaidAt, now);
      const late = oldestDueSeconds * 1_000 > lateMs.settlements ? due : 0;
      const base = { name: `payouts ${chainId}`, isLate: late > 0, due, late, failing: 0, oldestDueSeconds };
      return { ...base, lastEndedAt: null, details: { reason } };
    }),
  );
}

async function rateWork(
  { rateStore }: StatusParts,
  now: Date,
  ends: ReadonlyMap<JobName, Date>,
): Promise<WorkStatus> {
  const rates = await rateStore.all();
  const newest = rates.reduce((max, { fetchedAt }) => Math.max(max, fetchedAt.getTime()), 0);
  const ageSeconds = newest === 0 ? null : secondsSince(new Date(newest), now);
  const isLate = ageSeconds === null || ageSeconds * 1_000 > lateMs.rates;
  return onTimeOrLate("rates", isLate, ends.get("refresh-rates"), { ageSeconds });
}

async function sweepWork(
  { chains, jobsStatus }: StatusParts,
  now: Date,
  ends: ReadonlyMap<JobName, Date>,
): Promise<WorkStatus[]> {
  const sweeps = await jobsStatus.balanceSweeps();
  return chains.flatMap(({ chainId }) => {
    const sweep = sweeps.find((candidate) => candidate.chainId === chainId);
    // Null before a chain's first hour.
    if (sweep === undefined) return [];
    const sinceSeconds = secondsSince(sweep.finishedAt ?? sweep.startedAt, now);
    const isLate = sinceSeconds * 1_000 > lateMs.balances;
    const details = { finishedAt: sweep.finishedAt?.toISOString() ?? null };
    return onTimeOrLate(`balances ${chainId}`, isLate, ends.get("sweep-balances"), details);
  });
}

/** Work that is one thing, due only when it is late. */
function onTimeOrLate(
  name: string,
  isLate: boolean,
  lastEndedAt: Date | null = null,
  details: WorkStatus["details"],
): WorkStatus {
  const late = isLate ? 1 : 0;
  return { name, isLate, due: late, late, failing: 0, oldestDueSeconds: null, lastEndedAt, details };
}

function secondsSince(then: Date, now: Date): number {
  return Math.max(0, Math.round((now.getTime() - then.getTime()) / 1_000));
}

function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}

const dayMs = 24 * hourMs;
const averagedDays = 7;
const answerWithinMs = 5_000;

export type GasLeft = {
  chainId: number;
  wallet: "operator" | "refund";
  address: Hex;
  balanceWei: bigint;
  /** At the average of the last seven days; null where the wallet has spent nothing in them. */
  days: number | null;
};

export type GasParts = {
  clock: Clock;
  chains: readonly Chain[];
  sender(chainId: number): ChainSender;
  /** Null where the service has no refund key. */
  refundSender(chainId: number): ChainSender | null;
  outgoing: OutgoingStore;
};

/** What the service's wallets have for gas on each chain. A chain whose nodes do not answer is left out. */
export async function readGasLeft(deps: GasParts): Promise<GasLeft[]> {
  const since = new Date(deps.clock.now().getTime() - averagedDays * dayMs);
  const wallets = deps.chains.flatMap(({ chainId }) =>
    (
      [
        ["operator", deps.sender(chainId)],
        ["refund", deps.refundSender(chainId)],
      ] as const
    ).flatMap(([wallet, sender]) => (sender === null ? [] : [{ chainId, wallet, sender }])),
  );
  const read = await Promise.all(
    wallets.map(async ({ chainId, wallet, sender }): Promise<GasLeft[]> => {
      const address = sender.operatorAddress;
      const balanceWei = await withTimeLimit(answerWithinMs, "the wallet's balance", sender.balance()).catch(
        () => null,
      );
      if (balanceWei === null) return [];
      const spentWei = await deps.outgoing.spentSince(chainId, address, since);
      return [{ chainId, wallet, address, balanceWei, days: daysLeft(balanceWei, spentWei) }];
    }),
  );
  return read.flat();
}

function daysLeft(balanceWei: bigint, spentWei: bigint): number | null {
  if (spentWei === 0n) return null;
  return Number((balanceWei * BigInt(averagedDays) * 10n) / spentWei) / 10;
}
