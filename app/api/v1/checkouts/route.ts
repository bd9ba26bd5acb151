import { withServerKey } from "@/lib/api/http/operation-handlers";
import { route } from "@/lib/api/http/route";
import { operations } from "@/lib/api/operation-list";
import { getCheckouts } from "@/lib/api/wiring/checkouts";
import { createCheckout, requireListedWallet } from "@/lib/checkouts/create-checkout";
import { listAnswer, resourceOf } from "@/lib/checkouts/views/checkout-answers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: withServerKey(operations.listCheckouts, (call) => listAnswer(getCheckouts(), call)),
  POST: withServerKey(operations.createCheckout, async ({ caller, project, body, keep }) => {
    if (caller?.scope !== "all") requireListedWallet(project, body.merchantAddress);
    const deps = getCheckouts();
    const show = await resourceOf(getCheckouts(), project);
    const checkout = await createCheckout(deps, project, "server_key", body, keep(show));
    return { data: show(checkout) };
  }),
});
