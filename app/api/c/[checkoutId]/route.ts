import { operations } from "@/lib/schemas/operations";
import { route } from "@/lib/server/http/route";
import { withoutKey } from "@/lib/server/http/with-key";
import { getPublicCheckout } from "@/lib/services/get-public-checkout";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: withoutKey(operations.getPublicCheckout, ({ deps, params }) =>
    getPublicCheckout(deps, params.checkoutId ?? ""),
  ),
});
