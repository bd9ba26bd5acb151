import { route } from "@/lib/api/http/route";
import { serveAnyone } from "@/lib/api/http/serve";
import { paymentPageActs } from "@/lib/checkouts/payment-page.acts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: serveAnyone(paymentPageActs.requote),
});
