import { withServerKey } from "@/lib/api/http/operation-handlers";
import { route } from "@/lib/api/http/route";
import { operations } from "@/lib/api/operation-list";
import { getCheckouts } from "@/lib/api/wiring/checkouts";
import { redemptionView } from "@/lib/checkouts/views/checkout.schema";
import { redeemCheckout } from "@/lib/payments/redeem-checkout";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: withServerKey(operations.redeemCheckout, async ({ project, params, keep }) => ({
    data: redemptionView(
      await redeemCheckout(getCheckouts(), project.id, params.checkoutId ?? "", keep(redemptionView)),
    ),
  })),
});
