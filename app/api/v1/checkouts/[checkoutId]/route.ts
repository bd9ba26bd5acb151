import { withServerKey } from "@/lib/api/http/operation-handlers";
import { route } from "@/lib/api/http/route";
import { operations } from "@/lib/api/operation-list";
import { getCheckouts } from "@/lib/api/wiring/checkouts";
import { detailsOf } from "@/lib/checkouts/views/checkout-answers";
import { getCheckout } from "@/lib/checkouts/views/read-checkout";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: withServerKey(operations.getCheckout, async ({ project, params }) => ({
    data: await detailsOf(
      getCheckouts(),
      project,
      await getCheckout(getCheckouts(), project.id, params.checkoutId ?? ""),
    ),
  })),
});
