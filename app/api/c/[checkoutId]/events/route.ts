import { streamWithoutKey } from "@/lib/api/http/operation-handlers";
import { route } from "@/lib/api/http/route";
import { clientOf } from "@/lib/api/limits/limits";
import { operations } from "@/lib/api/operation-list";
import { getCheckouts } from "@/lib/api/wiring/checkouts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: streamWithoutKey(operations.followCheckout, ({ params, request }) =>
    getCheckouts().liveCheckouts.follow(params.checkoutId ?? "", clientOf(request)),
  ),
});
