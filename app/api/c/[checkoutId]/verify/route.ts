import { tell } from "@/inngest/tell";
import { verifyPayment } from "@/lib/payments/verify-payment";
import { operations } from "@/lib/schemas/operations";
import { orForm } from "@/lib/server/http/input/form";
import { clientMark } from "@/lib/server/http/limits/limits";
import { withoutKey } from "@/lib/server/http/operation-handlers";
import { route } from "@/lib/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: orForm(
    withoutKey(operations.verifyPayment, async ({ deps, params, body, request }) => {
      const checkoutId = params.checkoutId ?? "";
      const client = clientMark(request, checkoutId);
      const { events, ...data } = await verifyPayment(deps, checkoutId, body, client);
      tell(events);
      return { data };
    }),
    { numbers: ["chainId"], page: ({ checkoutId }) => `/c/${checkoutId}` },
  ),
});
