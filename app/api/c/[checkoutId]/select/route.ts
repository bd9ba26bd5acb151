import { withoutKey } from "@/lib/api/http/operation-handlers";
import { orForm } from "@/lib/api/http/read-input";
import { route } from "@/lib/api/http/route";
import { clientOf } from "@/lib/api/limits/limits";
import { operations } from "@/lib/api/operation-list";
import { getCheckouts } from "@/lib/api/wiring/checkouts";
import { selectToken } from "@/lib/checkouts/pending-checkout";
import { getPublicCheckout } from "@/lib/checkouts/views/read-checkout";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: orForm(
    withoutKey(operations.selectToken, async ({ params, body, request }) => {
      const checkoutId = params.checkoutId ?? "";
      await selectToken(getCheckouts(), checkoutId, body, clientOf(request));
      return { data: await getPublicCheckout(getCheckouts(), checkoutId) };
    }),
    { numbers: ["chainId"], page: ({ checkoutId }) => `/c/${checkoutId}` },
  ),
});
