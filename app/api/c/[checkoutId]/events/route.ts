import { streamWithoutKey } from "@/lib/api/http/operation-handlers";
import { route } from "@/lib/api/http/route";
import { clientOf } from "@/lib/api/limits/limits";
import { operations } from "@/lib/api/operation-list";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: streamWithoutKey(operations.followCheckout, ({ deps, params, request }) =>
    deps.liveCheckouts.follow(params.checkoutId ?? "", clientOf(request)),
  ),
});
