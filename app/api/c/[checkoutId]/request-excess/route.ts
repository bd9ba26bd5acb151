import { getPublicCheckout } from "@/lib/checkouts/get-public-checkout";
import { requestExcess } from "@/lib/refunds/request-excess";
import { operations } from "@/lib/schemas/operations";
import { orForm } from "@/lib/server/http/input/form";
import { withoutKey } from "@/lib/server/http/operation-handlers";
import { route } from "@/lib/server/http/route";

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
