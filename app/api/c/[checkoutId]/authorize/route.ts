import { withoutKey } from "@/lib/api/http/operation-handlers";
import { route } from "@/lib/api/http/route";
import { clientOf } from "@/lib/api/limits/limits";
import { operations } from "@/lib/api/operation-list";
import { getCheckouts } from "@/lib/api/wiring/checkouts";
import { getPublicCheckout } from "@/lib/checkouts/views/read-checkout";
import { acceptAuthorization } from "@/lib/signed/accept-authorization";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: withoutKey(operations.authorizePayment, async ({ params, body, request }) => {
    const checkoutId = params.checkoutId ?? "";
    await acceptAuthorization(getCheckouts(), checkoutId, body, clientOf(request));
    return { data: await getPublicCheckout(getCheckouts(), checkoutId) };
  }),
});
