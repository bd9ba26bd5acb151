import "server-only";
import type { Failure } from "@/lib/api/envelope.schema";
import type { Call } from "@/lib/api/http/note-request";
import { handle, type RouteHandler } from "@/lib/api/http/route";
import { admit, clientOf } from "@/lib/api/limits/limits";
import { getCheckouts } from "@/lib/api/wiring/checkouts";
import { payByLink } from "@/lib/checkouts/links/payment-links";

/** Per customer over all links: more than anyone buys, and too few to do harm (decisions §15). */
const perClientPerMinute = 10;
/** Per link over all customers. */
const perLinkPerMinute = 300;

/**
 * The form of a payment link: creates a checkout and redirects to its page, or back to the link's with the error. Any
 * site may post it: it only creates a checkout.
 *
 * @param wake gets the number of due webhook deliveries
 */
export function payLinkForm(wake: (deliveries: number) => void): RouteHandler {
  const make = handle({ operationId: "payByLink" }, async (call) => {
    await limit(call);
    const { checkoutId, deliveries } = await payByLink(getCheckouts(), call.params.slug ?? "");
    wake(deliveries);
    return { status: 201, body: JSON.stringify({ ok: true, data: { id: checkoutId } }) };
  });
  return async (request, context) => {
    const answer = await make(request, context);
    const body = (await answer.json()) as { ok: true; data: { id: string } } | Failure;
    const slug = encodeURIComponent(String((await context.params)?.slug ?? ""));
    const location = body.ok ? `/c/${body.data.id}` : `/l/${slug}?problem=${body.error.code}`;
    const headers = new Headers(answer.headers);
    headers.delete("content-type");
    headers.set("location", location);
    return new Response(null, { status: 303, headers });
  };
}

async function limit(call: Call): Promise<void> {
  const client = clientOf(call.request);
  const { slug = "" } = call.params;
  const limits = [
    { name: "client", bucket: `client:${client}`, perMinute: call.deps.requestLimits.publicIpPerMinute },
    { name: "links", bucket: `link-client:${client}`, perMinute: perClientPerMinute },
  ];
  // A malformed slug needs no bucket of its own.
  if (/^[a-z0-9][a-z0-9-]{2,63}$/.test(slug))
    limits.push({ name: "link", bucket: `link:${slug}`, perMinute: perLinkPerMinute });
  await admit(call, limits);
}
