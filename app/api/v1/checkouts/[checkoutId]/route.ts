import { toResource } from "@/lib/schemas/checkout";
import { operations } from "@/lib/schemas/operations";
import { route } from "@/lib/server/http/route";
import { withServerKey } from "@/lib/server/http/with-key";
import { getCheckout } from "@/lib/services/get-checkout";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: withServerKey(operations.getCheckout, async ({ deps, project, params }) =>
    toResource(await getCheckout(deps, project.id, params.checkoutId ?? "")),
  ),
});
