import { operations } from "@/lib/schemas/operations";
import { clientOf } from "@/lib/server/http/limits/limits";
import { streamWithoutKey } from "@/lib/server/http/operation-handlers";
import { route } from "@/lib/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: streamWithoutKey(operations.followCheckout, ({ deps, params, request }) =>
    deps.liveCheckouts.follow(params.checkoutId ?? "", clientOf(request)),
  ),
});
