import { tell } from "@/inngest/tell";
import { getPublicCheckout } from "@/lib/checkouts/get-public-checkout";
import { selectToken } from "@/lib/checkouts/select-token";
import { operations } from "@/lib/schemas/operations";
import { orForm } from "@/lib/server/http/input/form";
import { clientMark } from "@/lib/server/http/limits/limits";
import { withoutKey } from "@/lib/server/http/operation-handlers";
import { route } from "@/lib/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: orForm(
    withoutKey(operations.selectToken, async ({ deps, params, body, request }) => {
      const checkoutId = params.checkoutId ?? "";
      const { events } = await selectToken(deps, checkoutId, body, clientMark(request, checkoutId));
      tell(events);
      return { data: await getPublicCheckout(deps, checkoutId) };
    }),
    { numbers: ["chainId"], page: ({ checkoutId }) => `/c/${checkoutId}` },
  ),
});
