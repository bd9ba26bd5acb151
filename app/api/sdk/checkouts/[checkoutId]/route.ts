import { sdkPreflight } from "@/lib/api/http/cors";
import { route } from "@/lib/api/http/route";
import { serve } from "@/lib/api/http/serve";
import { sdkActs } from "@/lib/checkouts/sdk.acts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  {
    GET: serve(sdkActs.getCheckout),
  },
  sdkPreflight,
);
