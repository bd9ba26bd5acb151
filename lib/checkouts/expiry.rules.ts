import { minuteMs } from "@/lib/platform/values/time.rules";

/** Minutes. The limits are from spec §8; the defaults are this project's. */
const expiryLimits = {
  fiat: { defaultMinutes: 30, maxMinutes: 30 },
  amount: { defaultMinutes: 60, maxMinutes: 1440 },
} as const;

/** How long we watch a deposit address closely after expiry or cancellation. */
export const closeWatchMs = 24 * 60 * minuteMs;

/** A chain without a new block for this long does not delay expiry. */
export const stalledChainMs = 10 * minuteMs;

/**
 * When a checkout created at `createdAt` expires. A larger `expiryMinutes` is silently reduced to the limit (spec §8).
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
  /** When a node last confirmed that this block is the newest; an unreachable node leaves it unchanged. */
  checkedAt: Date;
  /** Set when blocks below were left unread for now: all blocks up to this time are read. Null without such a gap. */
  gapReadThrough: Date | null;
};

/**
 * Whether a checkout's time is over: `expiresAt` passed and a later block was scanned, so every payment made in time
 * was seen. Without a chain the clock alone decides. A chain that produced no block for ten minutes does not delay
 * expiry; an unreachable node and an unread gap do.
 */
export function isTimeOver(expiry: Date, now: Date, position: ScanPosition | null): boolean {
  if (now.getTime() <= expiry.getTime()) return false;
  if (position === null) return true;
  if (position.gapReadThrough !== null && position.gapReadThrough.getTime() <= expiry.getTime()) return false;
  if (position.blockTimestamp.getTime() > expiry.getTime()) return true;
  const stalledSince = Math.max(position.advancedAt.getTime(), expiry.getTime());
  return position.checkedAt.getTime() - stalledSince >= stalledChainMs;
}
