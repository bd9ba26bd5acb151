import type { SweepItem } from "@/lib/chain/sender/chain-sender.port";
import type { StrayCursor, StrayHolding } from "@/lib/checkouts/strays/stray.rules";
import type { ListPlace, Place } from "@/lib/platform/lists/list-place.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { SettlementTerms } from "@/lib/settlement/settlement-store.port";
import type { ClosedSum, LatePayment, UnsweptSum, WaitingSum } from "./settlement-views.rules";

/** Balances of a project's deposit addresses, for its members. */
export type HoldingStore = {
  /** By chain and token, summed over a bounded number of deposits; `isWhole` says whether these were all. */
  unswept(projectId: string): Promise<{ sums: UnsweptSum[]; isWhole: boolean }>;
  /** Why deposits on the terms' chain wait, among the newest ones. */
  waiting(projectId: string, terms: SettlementTerms): Promise<WaitingSum[]>;
  /** Paid and final money on the terms' chain that the service may not sweep, by wallet and token. */
  closed(projectId: string, terms: SettlementTerms): Promise<ClosedSum[]>;
  /** The same by deposit, for this wallet, oldest first. */
  closedItems(
    projectId: string,
    terms: SettlementTerms,
    merchantAddress: Hex,
    limit: number,
  ): Promise<SweepItem[]>;
  /**
   * From the cursor on: oldest checkout first for `before`, otherwise newest first.
   * @returns `lookedTo`: where the search of a bounded number of deposits stopped; null when it reached the end
   */
  strays(
    projectId: string,
    place: Place<StrayCursor>,
    limit: number,
  ): Promise<{ strays: StrayHolding[]; lookedTo: StrayCursor | null }>;
  /** From the cursor on: oldest first for `before`, otherwise newest first. */
  latePayments(projectId: string, place: ListPlace, limit: number): Promise<LatePayment[]>;
};
