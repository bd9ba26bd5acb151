import type { Hex } from "@/lib/core/checkout";
import type { SweepItem } from "./chain-sender";

/** A paid checkout whose funds may be swept. */
export type SettleableCheckout = { checkoutId: string; projectId: string; tokenAddress: Hex; paidAt: Date };

export type OpenSettlement = {
  settlementId: string;
  projectId: string;
  chainId: number;
  items: readonly SweepItem[];
};

export type SettlementStore = {
  /**
   * PAID checkouts (and accepted late ones) of projects that settle automatically, whose transfers are all
   * in blocks up to `upTo`, with no open settlement and no open refund; oldest first. Batched projects
   * appear once they have 50 of them or one waits since `batchedBefore`. A deposit of which a sweep failed in a
   * settlement opened after `failedBefore` is left out.
   */
  settleable(
    chainId: number,
    upTo: bigint,
    times: { batchedBefore: Date; failedBefore: Date },
    limit: number,
  ): Promise<SettleableCheckout[]>;
  /** Opens a settlement over those items that are in no other open one; null when none is left. */
  open(
    settlementId: string,
    projectId: string,
    chainId: number,
    checkouts: readonly SettleableCheckout[],
    at: Date,
  ): Promise<OpenSettlement | null>;
  /** Settlements for which no transaction was signed yet. */
  unsigned(chainId: number, limit: number): Promise<OpenSettlement[]>;
  /**
   * Takes items out of a settlement for which nothing was signed: FAILED for the reason, and free for another one. A
   * settlement without items left ends FAILED.
   */
  dropItems(settlementId: string, checkoutIds: readonly string[], reason: string, at: Date): Promise<void>;
  /** Ends a settlement for which nothing was signed: its items FAILED for the reason. A signed one stays. */
  abandon(settlementId: string, reason: string, at: Date): Promise<void>;
};
