export type Terms = { chainId: number; tokenAddress: string; units: bigint };

/** How far a chain was read. Times are milliseconds since 1970. */
export type Position = {
  headNumber: number;
  headHash: string;
  headAt: number;
  movedAt: number;
  askedAt: number;
  unreadFrom: number | null;
  /** Blocks that were left out for now, both ends among them. */
  gaps: readonly { fromBlock: number; toBlock: number }[];
  /** Up to here every block was read twice. */
  readTwice: number | null;
  safeNumber: number | null;
  finalizedNumber: number | null;
  tagsMovedAt: number;
};

const tenMinutes = 600_000;

/** Whether no payment in time can be unseen. @param positions of the chains on which it may be paid; null: never read */
export function isOver(expiresAt: number, now: number, positions: readonly (Position | null)[]): boolean {
  if (now <= expiresAt) return false;
  return positions.every((position) => {
    if (position === null) return false;
    if (position.unreadFrom !== null && position.unreadFrom <= expiresAt) return false;
    if (position.headAt > expiresAt) return true;
    return position.askedAt >= Math.max(position.movedAt, expiresAt) + tenMinutes;
  });
}
