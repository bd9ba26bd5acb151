import { tell } from "@/inngest/tell";
import { createCheckout } from "@/lib/checkouts/create-checkout";
import { operations } from "@/lib/schemas/operations";
import { listAnswer, resourceOf } from "@/lib/server/http/checkout-answers";
import { withServerKey } from "@/lib/server/http/operation-handlers";
import { route } from "@/lib/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: withServerKey(operations.listCheckouts, listAnswer),
  POST: withServerKey(operations.createCheckout, async ({ deps, project, body, keep }) => {
    const show = resourceOf({ deps, project });
    const { checkout, deliveries } = await createCheckout(deps, project, "server_key", body, keep(show));
    tell(deliveries);
    return { data: show(checkout) };
  }),
});
