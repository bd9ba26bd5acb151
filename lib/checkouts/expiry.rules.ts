import { minuteMs } from "@/lib/platform/values/time.rules";

/** Minutes; spec §8 and, for the defaults, the project's decisions. */
const expiryLimits = {
  fiat: { defaultMinutes: 30, maxMinutes: 30 },
  amount: { defaultMinutes: 60, maxMinutes: 1440 },
} as const;

/** After expiry or cancellation a deposit address is watched closely this long. */
export const closeWatchMs = 24 * 60 * minuteMs;

/** A chain that makes no block for this long does not hold expiry up. */
export const stalledChainMs = 10 * minuteMs;

/**
 * When a checkout created at `createdAt` expires. A larger `expiryMinutes` than the limit is silently
 * reduced to it (spec §8).
 *
 * @param expiryMinutes an integer ≥ 1 (validated at the edge), or undefined for the default
 */
export function expiresAt(
  pricing: "fiat" | "amount",
  createdAt: Date,
  expiryMinutes: number | undefined,
): Date {
  const { defaultMinutes, maxMinutes } = expiryLimits[pricing];
  const minutes = Math.min(expiryMinutes ?? defaultMinutes, maxMinutes);
  return new Date(createdAt.getTime() + minutes * minuteMs);
}

/** How far a chain was scanned. */
export type ScanPosition = {
  /** Timestamp of the newest scanned block. */
  blockTimestamp: Date;
  /** When that block was scanned. */
  advancedAt: Date;
  /** When a node last said that it is still the newest. A node that cannot be asked leaves this behind. */
  checkedAt: Date;
  /** Where blocks below it were left unread for now: the time up to which all are read; null without such a gap. */
  gapReadThrough: Date | null;
};

/**
 * Whether a checkout's time is over: `expiresAt` passed, and a block after it was scanned, so that no
 * payment that was on time can still be unseen. A checkout without a chain goes by the clock, and a chain
 * that was seen to stand still for ten minutes does not hold it up; a node that is down does, and so does a
 * gap that is still to be caught up.
 */
export function isTimeOver(expiry: Date, now: Date, position: ScanPosition | null): boolean {
  if (now.getTime() <= expiry.getTime()) return false;
  if (position === null) return true;
  if (position.gapReadThrough !== null && position.gapReadThrough.getTime() <= expiry.getTime()) return false;
  if (position.blockTimestamp.getTime() > expiry.getTime()) return true;
  const stalledSince = Math.max(position.advancedAt.getTime(), expiry.getTime());
  return position.checkedAt.getTime() - stalledSince >= stalledChainMs;
}
