import { tellRelay } from "@/inngest/tell";
import { getPublicCheckout } from "@/lib/checkouts/get-public-checkout";
import { acceptAuthorization } from "@/lib/payments/gasless/accept-authorization";
import { operations } from "@/lib/schemas/operations";
import { clientOf } from "@/lib/server/http/limits/limits";
import { withoutKey } from "@/lib/server/http/operation-handlers";
import { route } from "@/lib/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: withoutKey(operations.authorizePayment, async ({ deps, params, body, request }) => {
    const checkoutId = params.checkoutId ?? "";
    const { accepted } = await acceptAuthorization(deps, checkoutId, body, clientOf(request));
    if (accepted) tellRelay(body.chainId);
    return { data: await getPublicCheckout(deps, checkoutId) };
  }),
});
