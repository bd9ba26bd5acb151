import { getCheckout } from "@/lib/checkouts/get-checkout";
import { operations } from "@/lib/schemas/operations";
import { detailsOf } from "@/lib/server/http/checkout-answers";
import { withServerKey } from "@/lib/server/http/operation-handlers";
import { route } from "@/lib/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: withServerKey(operations.getCheckout, async ({ deps, project, params }) => ({
    data: detailsOf({ deps, project })(await getCheckout(deps, project.id, params.checkoutId ?? "")),
  })),
});
