import type { Hex } from "@/lib/core/checkout";
import type { ListPlace } from "@/lib/core/dashboard/list-place";
import type { SettlementFilter } from "@/lib/core/dashboard/settlement-filter";
import type { SettlementView } from "../settlement-store";

/** What a settlement moves of one token: what its sweeps took, or, while they are to come, what lies there. */
export type SettledAmount = { tokenAddress: Hex; units: bigint };

/** A settlement in a list. */
export type ListedSettlement = Omit<SettlementView, "items"> & {
  itemCount: number;
  sweptCount: number;
  failedCount: number;
  amounts: readonly SettledAmount[];
};

/** One deposit of a settlement. */
export type SettlementItemView = SettlementView["items"][number] & {
  referenceId: string | null;
  /** What its sweep took; null before, and for one that failed. */
  units: bigint | null;
};

export type SettlementDetails = ListedSettlement & { items: readonly SettlementItemView[] };

/** A project's settlements, for its members to look at. */
export type SettlementDirectory = {
  /** Away from the place's cursor: oldest first where it is `before`, newest first else. */
  page(
    projectId: string,
    filter: SettlementFilter,
    place: ListPlace,
    limit: number,
  ): Promise<ListedSettlement[]>;
  /** Null for an unknown id and equally for another project's. */
  find(projectId: string, settlementId: string): Promise<SettlementDetails | null>;
};
