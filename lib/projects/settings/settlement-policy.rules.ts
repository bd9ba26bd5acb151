import { minuteMs } from "@/lib/platform/values/time.rules";

/** When a project's funds go to its wallet. */
export type SettlementPolicy =
  /** As soon as the chain's settle policy is met. */
  | "IMMEDIATE"
  /** Fifty at a time, or after ten minutes. */
  | "BATCHED"
  /** When the merchant asks for it. */
  | "MANUAL";

/** Settlement can be held back for refunds as long as this after PAID: 30 days. */
export const mostHoldHours = 720;

/** So many deposits are swept by one transaction; a project that settles in batches has one when as many wait. */
export const batchSize = 50;
/** No batch waits longer for more. */
const batchWaitMs = 10 * minuteMs;

/** A project's deposits that may be swept by one transaction: all of them, or one that goes alone. */
export type Waiting<Deposit> = {
  policy: Exclude<SettlementPolicy, "MANUAL">;
  /** Settlements of the project that are not over. */
  openSettlements: number;
  deposits: readonly (Deposit & { waitingSince: Date })[];
};

/**
 * One batch of each whose time has come. Projects with fewer settlements under way go first, then those
 * that have waited longest: however much one of them has, the others get their turn.
 *
 * @param limit how many deposits in all
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

/** When the delay of the next batch is over that is not due yet; null when none waits for that. */
export function nextBatchAt<Deposit>(groups: readonly Waiting<Deposit>[], now: Date): Date | null {
  const times = groups
    .map((group) => dueAt(group.policy, oldestOf(group)))
    .filter((time) => time > now.getTime() && time < Number.POSITIVE_INFINITY);
  return times.length === 0 ? null : new Date(Math.min(...times));
}

function oldestOf<Deposit>({ deposits }: Waiting<Deposit>): Waiting<Deposit>["deposits"] {
  return [...deposits].sort(byAge).slice(0, batchSize);
}

/** In milliseconds since 1970; never for a batch of nothing. */
function dueAt(policy: Waiting<unknown>["policy"], batch: Waiting<unknown>["deposits"]): number {
  const [oldest] = batch;
  if (oldest === undefined) return Number.POSITIVE_INFINITY;
  if (policy === "IMMEDIATE" || batch.length === batchSize) return Number.NEGATIVE_INFINITY;
  return oldest.waitingSince.getTime() + batchWaitMs;
}

function byAge(a: { waitingSince: Date }, b: { waitingSince: Date }): number {
  return a.waitingSince.getTime() - b.waitingSince.getTime();
}

/** A sweep should bring this many times what it costs. */
const worth = 2n;
const microdollars = 1_000_000;
const weiPerCoin = 10n ** 18n;

/**
 * The least that is worth sweeping by itself, in the token's smallest units; one token counts as one US dollar.
 *
 * @param shareWei what one item of a batch costs
 * @param nativeCoinUsd US dollars for one whole coin of the chain
 */
export function settlementFloor(shareWei: bigint, nativeCoinUsd: number, decimals: number): bigint {
  const dividend =
    shareWei * worth * BigInt(Math.round(nativeCoinUsd * microdollars)) * 10n ** BigInt(decimals);
  const divisor = weiPerCoin * BigInt(microdollars);
  return (dividend + divisor - 1n) / divisor;
}
