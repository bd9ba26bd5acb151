import { keyAccess } from "@/lib/api/http/key-access";
import { withServerKey } from "@/lib/api/http/operation-handlers";
import { route } from "@/lib/api/http/route";
import { operations } from "@/lib/api/operation-list";
import { getCheckouts } from "@/lib/api/wiring/checkouts";
import type { Refund } from "@/lib/checkouts/refund-facts.rules";
import { toRefundResource } from "@/lib/checkouts/views/refund-resource.schema";
import { cancelRefund } from "@/lib/refunds/refund-steps";

const show = (refund: Refund) => toRefundResource(refund);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: withServerKey(operations.cancelRefund, async (call) => {
    const by = keyAccess(call).as("refunds.cancel");
    const refund = await cancelRefund(getCheckouts(), by, call.params.refundId ?? "", call.keep(show));
    return { data: show(refund) };
  }),
});
