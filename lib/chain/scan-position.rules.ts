import type { Hex } from "@/lib/platform/values/hex.rules";

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

/** How far a chain was scanned, and the node's safe and finalized blocks. */
export type ChainPosition = ScanPosition & {
  chainId: number;
  blockNumber: bigint;
  blockHash: Hex;
  safeNumber: bigint | null;
  finalizedNumber: bigint | null;
  tagsAdvancedAt: Date;
  /** We have read every block up to here twice; null before the first recheck. */
  recheckedNumber: bigint | null;
  recheckedAt: Date;
};
