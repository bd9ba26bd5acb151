import { keyAccess } from "@/lib/api/http/key-access";
import { withServerKey } from "@/lib/api/http/operation-handlers";
import { route } from "@/lib/api/http/route";
import { operations } from "@/lib/api/operation-list";
import { getCheckouts } from "@/lib/api/wiring/checkouts";
import { toRefundResource } from "@/lib/checkouts/views/refund-resource.schema";
import { withCalls } from "@/lib/refunds/dashboard/read-refunds";
import { ownRefund } from "@/lib/refunds/refund-steps";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: withServerKey(operations.getRefund, async (call) => {
    const deps = getCheckouts();
    const by = keyAccess(call).as("project.read");
    const refund = await ownRefund(deps, by, call.params.refundId ?? "");
    const [found] = await withCalls(deps, [refund]);
    return { data: toRefundResource(refund, null, found?.transaction) };
  }),
});
