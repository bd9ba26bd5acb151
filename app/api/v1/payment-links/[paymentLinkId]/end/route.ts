import { keyAccess } from "@/lib/api/http/key-access";
import { linkResource } from "@/lib/api/http/link-answers";
import { withServerKey } from "@/lib/api/http/operation-handlers";
import { route } from "@/lib/api/http/route";
import { operations } from "@/lib/api/operation-list";
import { getCheckouts } from "@/lib/api/wiring/checkouts";
import { disableLink } from "@/lib/checkouts/links/payment-links";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: withServerKey(operations.endPaymentLink, async (call) => {
    const id = call.params.paymentLinkId ?? "";
    return {
      data: linkResource(await disableLink(getCheckouts(), keyAccess(call), id, call.keep(linkResource))),
    };
  }),
});
