import "server-only";
import { clientLimits, reportAdmission } from "@/lib/api/limits/limits";
import type { Operation } from "@/lib/api/operations/operation";
import { getCheckouts } from "@/lib/api/wiring/checkouts";
import { checkoutNotFound, showPublicCheckout } from "@/lib/checkouts/views/read-checkout";
import { checkoutTag, holdsTag } from "./entity-tags";
import { handle, type RouteHandler } from "./route";

/**
 * What the customer sees of a checkout. Pages poll it, so the request is counted and the checkout read in one statement,
 * and a client that holds the present view gets 304.
 */
export function readCheckoutWithoutKey(operation: Operation): RouteHandler {
  return handle(operation, async (call) => {
    const limits = clientLimits(call);
    const { checkoutId = "" } = call.params;
    const { admission, found } = await call.deps.limitedReads.readCheckout({ limits, checkoutId });
    reportAdmission(call, limits, admission);
    if (found === null) throw checkoutNotFound();
    const view = await showPublicCheckout(getCheckouts(), found);
    const tag = checkoutTag(view);
    call.headers.set("etag", tag);
    if (holdsTag(call.request.headers, tag)) return { status: 304 };
    return { status: operation.status, body: JSON.stringify({ ok: true, data: view }) };
  });
}
