import { route } from "@/lib/api/http/route";
import { serve } from "@/lib/api/http/serve";
import { linkActs } from "@/lib/checkouts/links/links.acts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: serve(linkActs.get),
  POST: serve(linkActs.update),
});
