import { minuteMs } from "@/lib/platform/values/time.rules";

/** When a project's funds move to its wallet. */
export type SettlementPolicy =
  /** As soon as the chain's settle policy is met. */
  | "IMMEDIATE"
  /** Fifty at a time, or after ten minutes. */
  | "BATCHED"
  /** When the merchant requests it. */
  | "MANUAL";

/** The longest hold of settlement for refunds after PAID: 30 days. */
export const mostHoldHours = 720;

/** Deposits per sweep transaction; a project with BATCHED sweeps when this many wait. */
export const batchSize = 50;
/** A batch waits at most this long for more. */
const batchWaitMs = 10 * minuteMs;

/** A project's deposits that one transaction may sweep: all of them, or one that goes alone. */
export type Waiting<Deposit> = {
  policy: Exclude<SettlementPolicy, "MANUAL">;
  /** Open settlements of the project. */
  openSettlements: number;
  deposits: readonly (Deposit & { waitingSince: Date })[];
};

/**
 * One batch per project that is due. Projects with fewer open settlements go first, then those that waited longest, so
 * that a large project does not delay the others.
 *
 * @param limit of deposits in total
 */
export function chooseBatches<Deposit>(
  groups: readonly Waiting<Deposit>[],
  now: Date,
  limit: number,
): Waiting<Deposit>["deposits"][] {
  const due = groups.flatMap((group) => {
    const batch = oldestOf(group);
    const [oldest] = batch;
    if (oldest === undefined || dueAt(group.policy, batch) > now.getTime()) return [];
    return [{ openSettlements: group.openSettlements, oldest, batch }];
  });
  due.sort((a, b) => a.openSettlements - b.openSettlements || byAge(a.oldest, b.oldest));
  let room = limit;
  return due.flatMap(({ batch }) => {
    const taken = batch.slice(0, Math.max(room, 0));
    room -= taken.length;
    return taken.length === 0 ? [] : [taken];
  });
}

/** When the next batch that is not yet due becomes due; null when none waits. */
export function nextBatchAt<Deposit>(groups: readonly Waiting<Deposit>[], now: Date): Date | null {
  const times = groups
    .map((group) => dueAt(group.policy, oldestOf(group)))
    .filter((time) => time > now.getTime() && time < Number.POSITIVE_INFINITY);
  return times.length === 0 ? null : new Date(Math.min(...times));
}

function oldestOf<Deposit>({ deposits }: Waiting<Deposit>): Waiting<Deposit>["deposits"] {
  return [...deposits].sort(byAge).slice(0, batchSize);
}

/** In milliseconds since 1970; never for an empty batch. */
function dueAt(policy: Waiting<unknown>["policy"], batch: Waiting<unknown>["deposits"]): number {
  const [oldest] = batch;
  if (oldest === undefined) return Number.POSITIVE_INFINITY;
  if (policy === "IMMEDIATE" || batch.length === batchSize) return Number.NEGATIVE_INFINITY;
  return oldest.waitingSince.getTime() + batchWaitMs;
}

function byAge(a: { waitingSince: Date }, b: { waitingSince: Date }): number {
  return a.waitingSince.getTime() - b.waitingSince.getTime();
}
