import { withoutKey } from "@/lib/api/http/operation-handlers";
import { route } from "@/lib/api/http/route";
import { operations } from "@/lib/api/operation-list";
import { getCheckouts } from "@/lib/api/wiring/checkouts";
import { getPublicCheckout } from "@/lib/checkouts/views/read-checkout";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: withoutKey(operations.getPublicCheckout, async ({ params }) => ({
    data: await getPublicCheckout(getCheckouts(), params.checkoutId ?? ""),
  })),
});
