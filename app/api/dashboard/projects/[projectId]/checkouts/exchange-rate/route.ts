import { route } from "@/lib/api/http/route";
import { serve } from "@/lib/api/http/serve";
import { rateActs } from "@/lib/rates/rates.acts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: serve(rateActs.getOfProject),
});
