import { route } from "@/lib/api/http/route";
import { serveAnyone } from "@/lib/api/http/serve";
import { signedActs } from "@/lib/signed/signed.acts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: serveAnyone(signedActs.authorize),
});
