import { withoutKey } from "@/lib/api/http/operation-handlers";
import { route } from "@/lib/api/http/route";
import { orForm } from "@/lib/api/input/form";
import { operations } from "@/lib/api/operation-list";
import { getPublicCheckout } from "@/lib/checkouts/get-public-checkout";
import { requestExcess } from "@/lib/refunds/request-excess";

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
