import { route } from "@/lib/api/http/route";
import { serve } from "@/lib/api/http/serve";
import { endpointActs } from "@/lib/webhooks/endpoints/endpoints.acts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({ POST: serve(endpointActs.test) });
