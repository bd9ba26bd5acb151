import { createPreflight } from "@/lib/api/http/cors";
import { withProjectKey } from "@/lib/api/http/operation-handlers";
import { route } from "@/lib/api/http/route";
import { operations } from "@/lib/api/operation-list";
import { getCheckouts } from "@/lib/api/wiring/checkouts";
import { createCheckout } from "@/lib/checkouts/create-checkout";
import { listAnswerByApiKey, resourceOf } from "@/lib/checkouts/views/checkout-answers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  {
    GET: withProjectKey(operations.listProjectCheckouts, (call) => listAnswerByApiKey(getCheckouts(), call)),
    POST: withProjectKey(operations.createProjectCheckout, async ({ project, body, keep }) => {
      const deps = getCheckouts();
      const show = await resourceOf(getCheckouts(), project);
      const checkout = await createCheckout(deps, project, "api_key", body, keep(show));
      return { data: show(checkout) };
    }),
  },
  createPreflight,
);
