import type { Hex } from "@/lib/platform/hex.rules";
import type { SettlementStatus } from "./settlement-filter.rules";

/** What a settlement moves of one token: what its sweeps took, or, while they are to come, what lies there. */
export type SettledAmount = { tokenAddress: Hex; units: bigint };

/** A settlement in a list. */
export type ListedSettlement = {
  id: string;
  chainId: number;
  status: SettlementStatus;
  /** Asked for by the merchant. */
  requested: boolean;
  createdAt: Date;
  completedAt: Date | null;
  /** Of the attempt that was mined, or of the newest; null while none is signed. */
  txHash: Hex | null;
  /** In wei, with a rollup's charge for data; null until it is final. */
  costWei: bigint | null;
  itemCount: number;
  sweptCount: number;
  failedCount: number;
  amounts: readonly SettledAmount[];
};

/** One deposit of a settlement. */
export type SettlementItemView = {
  checkoutId: string;
  tokenAddress: Hex;
  status: "PENDING" | "SWEPT" | "FAILED";
  failureReason: string | null;
  referenceId: string | null;
  /** What its sweep took; null before, and for one that failed. */
  units: bigint | null;
};

export type SettlementDetails = ListedSettlement & { items: readonly SettlementItemView[] };
