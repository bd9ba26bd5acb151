import { withServerKey } from "@/lib/api/http/operation-handlers";
import { route } from "@/lib/api/http/route";
import { operations } from "@/lib/api/operation-list";
import { getCheckouts } from "@/lib/api/wiring/checkouts";
import { toRefundResource } from "@/lib/checkouts/views/refund-resource.schema";
import { listRefunds } from "@/lib/refunds/dashboard/read-refunds";
import { type RequestedRefund, requestRefund } from "@/lib/refunds/request-refund";

const show = ({ refund, claimUrl, transaction }: RequestedRefund) =>
  toRefundResource(refund, claimUrl, transaction);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: withServerKey(operations.listRefunds, async ({ project, params, query }) => {
    const { items, total } = await listRefunds(getCheckouts(), project.id, params.checkoutId ?? "", query);
    return {
      data: items.map(({ refund, transaction }) => toRefundResource(refund, null, transaction)),
      pagination: { total, ...query },
    };
  }),
  POST: withServerKey(operations.createRefund, async ({ project, caller, params, body, keep }) => {
    const deps = getCheckouts();
    const by = caller === undefined ? null : ({ kind: "key", keyId: caller.keyId } as const);
    const requested = await requestRefund(deps, project, params.checkoutId ?? "", body, keep(show), by);
    return { data: show(requested) };
  }),
});
