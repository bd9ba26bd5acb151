import type { SweepItem } from "@/lib/chain/sender/chain-sender.port";
import type { StrayCursor, StrayHolding } from "@/lib/checkouts/strays/stray.rules";
import type { ListPlace, Place } from "@/lib/platform/lists/list-place.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { SettlementTerms } from "@/lib/settlement/settlement-store.port";
import type { ClosedSum, LatePayment, UnsweptSum, WaitingSum } from "./settlement-views.rules";

/** What lies at a project's deposit addresses, for its members to look at. */
export type HoldingDirectory = {
  /** By chain and token; a bounded number of deposits are added up, and `isWhole` says whether these were all. */
  unswept(projectId: string): Promise<{ sums: UnsweptSum[]; isWhole: boolean }>;
  /** Why deposits on the terms' chain wait, of the newest ones. */
  waiting(projectId: string, terms: SettlementTerms): Promise<WaitingSum[]>;
  /** Paid and final money on the terms' chain that the service may not sweep, by wallet and token. */
  closed(projectId: string, terms: SettlementTerms): Promise<ClosedSum[]>;
  /** The same, each deposit that this wallet may sweep, oldest first. */
  closedItems(
    projectId: string,
    terms: SettlementTerms,
    merchantAddress: Hex,
    limit: number,
  ): Promise<SweepItem[]>;
  /**
   * Away from the place's cursor: oldest checkout first where it is `before`, newest first else.
   * @returns `lookedTo`: where it stopped to look, for it looks at a bounded number of deposits; null where that was the
   *   end of them
   */
  strays(
    projectId: string,
    place: Place<StrayCursor>,
    limit: number,
  ): Promise<{ strays: StrayHolding[]; lookedTo: StrayCursor | null }>;
  /** Away from the place's cursor: oldest first where it is `before`, newest first else. */
  latePayments(projectId: string, place: ListPlace, limit: number): Promise<LatePayment[]>;
};
