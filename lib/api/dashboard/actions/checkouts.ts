import "server-only";
import { cancelCheckout } from "@/lib/checkouts/cancel-checkout";
import type { checkoutActions } from "@/lib/checkouts/checkout-actions.schema";
import { createByHand } from "@/lib/checkouts/create-by-hand";
import type { ProjectHandlers } from "./handler";

export const checkoutHandlers: ProjectHandlers<typeof checkoutActions> = {
  createCheckout: async ({ deps, access, input, wake }) => {
    const { checkout, deliveries } = await createByHand(deps, access, input);
    wake.deliveries(deliveries);
    return { checkoutId: checkout.id, url: `${deps.checkoutPageUrl}/c/${checkout.id}` };
  },
  cancelCheckout: async ({ deps, access, input, wake }) => {
    const { checkout, events } = await cancelCheckout(
      deps,
      access.projectId,
      input.checkoutId,
      null,
      access.as("checkouts.cancel"),
    );
    wake.deliveries(events);
    return { status: checkout.status };
  },
};
