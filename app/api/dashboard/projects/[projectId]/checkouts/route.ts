import { tell } from "@/inngest/tell";
import { createCheckout } from "@/lib/checkouts/create-checkout";
import { operations } from "@/lib/schemas/operations";
import { listAnswerByApiKey, resourceOf } from "@/lib/server/http/checkout-answers";
import { createPreflight } from "@/lib/server/http/cors";
import { withProjectKey } from "@/lib/server/http/operation-handlers";
import { route } from "@/lib/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  {
    GET: withProjectKey(operations.listProjectCheckouts, listAnswerByApiKey),
    POST: withProjectKey(operations.createProjectCheckout, async ({ deps, project, body, keep }) => {
      const show = resourceOf({ deps, project });
      const { checkout, deliveries } = await createCheckout(deps, project, "api_key", body, keep(show));
      tell(deliveries);
      return { data: show(checkout) };
    }),
  },
  createPreflight,
);
