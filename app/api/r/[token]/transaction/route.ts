import { route } from "@/lib/api/http/route";
import { serveAnyone } from "@/lib/api/http/serve";
import { refundPageActs } from "@/lib/refunds/refund-page.acts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: serveAnyone(refundPageActs.submitTransaction),
});
