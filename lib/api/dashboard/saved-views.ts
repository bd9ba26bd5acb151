import "server-only";
import { operations } from "@/lib/api/operation-list";
import { checkoutListParams, readCheckoutList } from "@/lib/checkouts/dashboard/checkout-views.rules";
import { utc } from "@/lib/platform/i18n/time-zone.rules";
import {
  auditListParams,
  readAuditFilter,
  readRequestFilter,
  requestListParams,
} from "@/lib/projects/logs/log-filters.rules";
import type { ProjectAccess } from "@/lib/projects/project-access";
import type { SavedList } from "@/lib/projects/views/saved-view.rules";
import { type ListQueries, listViews } from "@/lib/projects/views/saved-views";
import { readRefundFilter, refundListParams } from "@/lib/refunds/dashboard/refund-views.rules";
import {
  readSettlementFilter,
  settlementListParams,
} from "@/lib/settlement/dashboard/settlement-views.rules";

/** The operations in the request log: those that need a key, since of others no project is known. */
export const keyedOperations: readonly string[] = Object.values(operations).flatMap(
  ({ keyKind, operationId }) => (keyKind === "none" ? [] : [operationId as string]),
);

/** Each list's filter as its own page writes it. */
export const listQueries: ListQueries = {
  checkouts: (params) => checkoutListParams(readCheckoutList(params, utc).filter),
  refunds: (params) => refundListParams(readRefundFilter(params, utc)),
  settlements: (params) => settlementListParams(readSettlementFilter(params, utc)),
  audit: (params) => auditListParams(readAuditFilter(params, utc)),
  requests: (params) => requestListParams(readRequestFilter(params, keyedOperations, utc)),
};

/** The saved views of a list's page, and whether the visitor may save more. */
export async function viewsOfList(
  deps: Parameters<typeof listViews>[0],
  access: ProjectAccess,
  list: SavedList,
) {
  const views = await listViews(deps, access, list);
  return { list, views, projectId: access.projectId, maySave: access.may("checkouts.create") };
}
