import "server-only";
import type { Failure } from "@/lib/api/envelope.schema";
import type { Call } from "@/lib/api/http/note-request";
import { handle, type RouteHandler } from "@/lib/api/http/route";
import { admit, clientOf } from "@/lib/api/limits/limits";
import { payByLink } from "@/lib/checkouts/links/payment-links";

/** Of one customer, over all links: more than anyone buys, and little enough to be no harm (decisions §15). */
const perClientPerMinute = 10;
/** Of all customers of one link. */
const perLinkPerMinute = 300;

/**
 * The form of a payment link: makes a checkout and leads to its page, or back to the link's with the reason. Anyone
 * may send it, from any site: it makes a checkout, and nothing else.
 *
 * @param wake told how many webhook deliveries are due
 */
export function payLinkForm(wake: (deliveries: number) => void): RouteHandler {
  const make = handle({ operationId: "payByLink" }, async (call) => {
    await limit(call);
    const { checkout, deliveries } = await payByLink(call.deps, call.params.slug ?? "");
    wake(deliveries);
    return { status: 201, body: JSON.stringify({ ok: true, data: { id: checkout.id } }) };
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
  // What can be no link needs no bucket of its own.
  if (/^[a-z0-9][a-z0-9-]{2,63}$/.test(slug))
    limits.push({ name: "link", bucket: `link:${slug}`, perMinute: perLinkPerMinute });
  await admit(call, limits);
}
