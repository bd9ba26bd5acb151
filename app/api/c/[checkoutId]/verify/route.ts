import { withoutKey } from "@/lib/api/http/operation-handlers";
import { orForm } from "@/lib/api/http/read-input";
import { route } from "@/lib/api/http/route";
import { clientOf } from "@/lib/api/limits/limits";
import { operations } from "@/lib/api/operation-list";
import { getCheckouts } from "@/lib/api/wiring/checkouts";
import { verifyPayment } from "@/lib/payments/verify-payment";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: orForm(
    withoutKey(operations.verifyPayment, async ({ params, body, request }) => {
      const checkoutId = params.checkoutId ?? "";
      return { data: await verifyPayment(getCheckouts(), checkoutId, body, clientOf(request)) };
    }),
    { numbers: ["chainId"], page: ({ checkoutId }) => `/c/${checkoutId}` },
  ),
});
