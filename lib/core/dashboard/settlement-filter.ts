import { type ListPlace, paramOf, type SearchParams, setPlace, wordOf } from "./list-place";

export const settlementStatuses = ["PENDING", "COMPLETED", "FAILED"] as const;
export type SettlementStatus = (typeof settlementStatuses)[number];

/** Which of a project's settlements are listed; whatever is null does not narrow. */
export type SettlementFilter = { status: SettlementStatus | null; chainId: number | null };

/** Reads a list's address; what cannot be read does not narrow. */
export function readSettlementFilter(params: SearchParams): SettlementFilter {
  const chain = paramOf(params, "chain") ?? "";
  return {
    status: wordOf(params, "status", settlementStatuses),
    // Nine digits always fit the column.
    chainId: /^[1-9]\d{0,8}$/.test(chain) ? Number(chain) : null,
  };
}

/** The parameters that stand for it, in an order of its own, so that equal lists have equal addresses. */
export function settlementListParams(
  { status, chainId }: SettlementFilter,
  place: ListPlace = { kind: "first" },
): URLSearchParams {
  const params = new URLSearchParams();
  if (status !== null) params.set("status", status.toLowerCase());
  if (chainId !== null) params.set("chain", `${chainId}`);
  setPlace(params, place);
  return params;
}
