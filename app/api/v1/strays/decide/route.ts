import { keyAccess } from "@/lib/api/http/key-access";
import { withServerKey } from "@/lib/api/http/operation-handlers";
import { route } from "@/lib/api/http/route";
import { operations } from "@/lib/api/operation-list";
import { getMerchant } from "@/lib/api/wiring/merchant";
import { toRefundResource } from "@/lib/checkouts/views/refund-resource.schema";
import type { RequestedRefund } from "@/lib/refunds/request-refund";
import { countStray, returnStray } from "@/lib/strays/decide-strays";
import type { DecidedStray } from "@/lib/strays/stray.schema";
import { sweepStray } from "@/lib/strays/sweep-stray";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: withServerKey(operations.decideStray, async (call) => {
    const { checkoutId, decision } = call.body;
    const show = (requested: RequestedRefund | null): DecidedStray => ({
      checkoutId,
      decision,
      refund:
        requested === null
          ? null
          : toRefundResource(requested.refund, requested.claimUrl, requested.transaction),
    });
    const plain = call.keep(() => show(null));
    const access = keyAccess(call);
    switch (decision) {
      case "return": {
        // A key never approves: above the daily limit an owner does.
        const by = { ...access.as("refunds.request"), approves: false };
        const requested = await returnStray(getMerchant(), by, call.body, call.keep(show));
        return { data: show(requested) };
      }
      case "count": {
        await countStray(getMerchant(), access.as("payments.accept"), call.body, plain);
        break;
      }
      case "sweep":
        await sweepStray(getMerchant(), access.as("settlements.request"), call.body, plain);
        break;
      default:
        return decision satisfies never;
    }
    return { data: show(null) };
  }),
});
