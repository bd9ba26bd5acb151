import type { LatePayment, StrayHolding, UnsweptSum, WaitingSum } from "@/lib/core/dashboard/holding-views";
import type { ListPlace } from "@/lib/core/dashboard/list-place";
import type { SettlementTerms } from "../settlement-store";

/** What lies at a project's deposit addresses, for its members to look at. */
export type HoldingDirectory = {
  /** By chain and token; a bounded number of deposits are added up, and `isWhole` says whether these were all. */
  unswept(projectId: string): Promise<{ sums: UnsweptSum[]; isWhole: boolean }>;
  /** Why deposits on the terms' chain wait, of the newest ones. */
  waiting(projectId: string, terms: SettlementTerms): Promise<WaitingSum[]>;
  /** Tokens first, by the newest checkout, then the chains' own coin. Looks at the newest deposits alone. */
  strays(projectId: string, limit: number): Promise<StrayHolding[]>;
  /** Away from the place's cursor: oldest first where it is `before`, newest first else. */
  latePayments(projectId: string, place: ListPlace, limit: number): Promise<LatePayment[]>;
};
