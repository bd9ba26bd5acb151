import { getPublicCheckout } from "@/lib/checkouts/get-public-checkout";
import { operations } from "@/lib/schemas/operations";
import { withoutKey } from "@/lib/server/http/operation-handlers";
import { route } from "@/lib/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: withoutKey(operations.getPublicCheckout, async ({ deps, params }) => ({
    data: await getPublicCheckout(deps, params.checkoutId ?? ""),
  })),
});
