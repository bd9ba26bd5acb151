import { keyAccess } from "@/lib/api/http/key-access";
import { withServerKey } from "@/lib/api/http/operation-handlers";
import { route } from "@/lib/api/http/route";
import { operations } from "@/lib/api/operation-list";
import { getMerchant } from "@/lib/api/wiring/merchant";
import { refundStatuses } from "@/lib/checkouts/refund-facts.rules";
import { toRefundResource } from "@/lib/checkouts/views/refund-resource.schema";
import { cursorPage, placeIn } from "@/lib/platform/lists/cursor-pages.schema";
import { listProjectRefunds, withCalls } from "@/lib/refunds/dashboard/read-refunds";
import { refundCursors } from "@/lib/refunds/dashboard/refund-views.rules";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: withServerKey(operations.listProjectRefunds, async (call) => {
    const { take, after, before, status, refundType = null, from = null, to = null } = call.query;
    const listing = {
      statuses: status === undefined ? refundStatuses : [status],
      refundType,
      from,
      before: to,
    };
    const deps = getMerchant();
    const part = await listProjectRefunds(deps, keyAccess(call), listing, placeIn({ after, before }), take);
    const { pagination } = cursorPage(part, take, refundCursors, ({ id }) => id);
    const refunds = await withCalls(deps, part.items);
    return {
      data: refunds.map(({ refund, transaction }) => toRefundResource(refund, null, transaction)),
      pagination,
    };
  }),
});
