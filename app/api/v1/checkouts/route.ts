import { tell } from "@/inngest/tell";
import { toResource } from "@/lib/schemas/checkout";
import { operations } from "@/lib/schemas/operations";
import { route } from "@/lib/server/http/route";
import { withServerKey } from "@/lib/server/http/with-key";
import { createCheckout } from "@/lib/services/create-checkout";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: withServerKey(operations.createCheckout, async ({ deps, project, body }) => {
    const { checkout, deliveries } = await createCheckout(deps, project, "server_key", body);
    tell(deliveries);
    return toResource(checkout);
  }),
});
