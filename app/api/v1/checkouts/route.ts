import { route } from "@/lib/api/http/route";
import { serve } from "@/lib/api/http/serve";
import { checkoutActs } from "@/lib/checkouts/checkouts.acts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: serve(checkoutActs.list),
  POST: serve(checkoutActs.create),
});
