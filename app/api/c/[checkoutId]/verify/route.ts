import { route } from "@/lib/api/http/route";
import { serveAnyone } from "@/lib/api/http/serve";
import { sentPaymentActs } from "@/lib/payments/sent-payments.acts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: serveAnyone(sentPaymentActs.verify),
});
