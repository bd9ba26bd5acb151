import { withoutKey } from "@/lib/api/http/operation-handlers";
import { route } from "@/lib/api/http/route";
import { operations } from "@/lib/api/operation-list";
import { getPublicCheckout } from "@/lib/checkouts/views/read-checkout";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: withoutKey(operations.getPublicCheckout, async ({ deps, params }) => ({
    data: await getPublicCheckout(deps, params.checkoutId ?? ""),
  })),
});
