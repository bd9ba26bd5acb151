import { route } from "@/lib/api/http/route";
import { serve } from "@/lib/api/http/serve";
import { deliveryActs } from "@/lib/webhooks/deliveries.acts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({ POST: serve(deliveryActs.replay) });
