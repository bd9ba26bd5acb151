import type { ListPlace } from "@/lib/platform/lists/list-place.rules";
import type { SettlementFilter } from "./settlement-filter.rules";
import type { ListedSettlement, SettlementDetails } from "./settlement-views.rules";

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
