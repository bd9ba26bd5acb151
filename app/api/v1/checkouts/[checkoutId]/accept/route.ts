import { resourceOf } from "@/lib/api/http/checkout-answers";
import { keyAccess } from "@/lib/api/http/key-access";
import { withServerKey } from "@/lib/api/http/operation-handlers";
import { route } from "@/lib/api/http/route";
import { operations } from "@/lib/api/operation-list";
import { getCheckouts } from "@/lib/api/wiring/checkouts";
import { acceptPayment } from "@/lib/payments/accept-payment";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: withServerKey(operations.acceptPayment, async (call) => {
    const { project, params, body, keep } = call;
    const by = keyAccess(call).as("payments.accept");
    const show = await resourceOf(project);
    const checkout = await acceptPayment(
      getCheckouts(),
      by,
      params.checkoutId ?? "",
      body.amount,
      keep(show),
    );
    return { data: show(checkout) };
  }),
});
