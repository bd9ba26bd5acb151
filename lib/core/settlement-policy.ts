/** When a project's funds go to its wallet. */
export type SettlementPolicy =
  /** As soon as the chain's settle policy is met. */
  | "IMMEDIATE"
  /** Fifty at a time, or after ten minutes. */
  | "BATCHED"
  /** When the merchant asks for it. */
  | "MANUAL";

/** So many deposits are swept by one transaction; a project that settles in batches has one when as many wait. */
export const batchSize = 50;
/** No batch waits longer for more. */
const batchWaitMs = 10 * 60_000;

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
  const due = groups.flatMap(({ policy, openSettlements, deposits }) => {
    const batch = [...deposits].sort(byAge).slice(0, batchSize);
    const [oldest] = batch;
    if (oldest === undefined) return [];
    const isDue =
      policy === "IMMEDIATE" ||
      batch.length === batchSize ||
      now.getTime() - oldest.waitingSince.getTime() >= batchWaitMs;
    return isDue ? [{ openSettlements, oldest, batch }] : [];
  });
  due.sort((a, b) => a.openSettlements - b.openSettlements || byAge(a.oldest, b.oldest));
  let room = limit;
  return due.flatMap(({ batch }) => {
    const taken = batch.slice(0, Math.max(room, 0));
    room -= taken.length;
    return taken.length === 0 ? [] : [taken];
  });
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
