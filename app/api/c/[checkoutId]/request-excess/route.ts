import { withoutKey } from "@/lib/api/http/operation-handlers";
import { orForm } from "@/lib/api/http/read-input";
import { route } from "@/lib/api/http/route";
import { operations } from "@/lib/api/operation-list";
import { getPublicCheckout } from "@/lib/checkouts/views/read-checkout";
import { requestExcess } from "@/lib/refunds/refund-excess";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: orForm(
    withoutKey(operations.requestExcess, async ({ deps, params, body }) => {
      const checkoutId = params.checkoutId ?? "";
      await requestExcess(deps, checkoutId, body);
      return { data: await getPublicCheckout(deps, checkoutId) };
    }),
    { numbers: [], page: ({ checkoutId }) => `/c/${checkoutId}` },
  ),
});
