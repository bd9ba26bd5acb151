import { rowCursors } from "@/lib/platform/lists/list-place.rules";
import { paramsOf, type SearchParams, textOf, wordOf } from "@/lib/platform/lists/search-params.rules";

export const settlementCursors = rowCursors("stl");

export const settlementStatuses = ["PENDING", "COMPLETED", "FAILED"] as const;
export type SettlementStatus = (typeof settlementStatuses)[number];

/** Which of a project's settlements are listed; whatever is null does not narrow. */
export type SettlementFilter = { status: SettlementStatus | null; chainId: number | null };

/** Reads a list's address; what cannot be read does not narrow. */
export function readSettlementFilter(params: SearchParams): SettlementFilter {
  // Nine digits always fit the column.
  const chain = textOf(params, "chain", /^[1-9]\d{0,8}$/);
  return {
    status: wordOf(params, "status", settlementStatuses),
    chainId: chain === null ? null : Number(chain),
  };
}

/** The parameters that stand for it. */
export function settlementListParams({ status, chainId }: SettlementFilter): URLSearchParams {
  return paramsOf({ status: status?.toLowerCase() ?? null, chain: chainId?.toString() ?? null });
}
