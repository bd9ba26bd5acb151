import "server-only";
import type { Failure } from "@/lib/api/envelope.schema";
import type { Call } from "@/lib/api/http/note-request";
import { readText } from "@/lib/api/http/read-input";
import { handle, type RouteHandler } from "@/lib/api/http/route";
import { admit, byClient, clientOf } from "@/lib/api/limits/limits";
import { getCheckouts } from "@/lib/api/wiring/checkouts";
import { payByLink } from "@/lib/checkouts/links/payment-links";
import { networksOf, sharedLimit } from "@/lib/platform/limits/client-limits.rules";
import { parseUrl } from "@/lib/platform/values/url.rules";

/** Per customer over all links: more than anyone buys, and too few to do harm (spec D15). */
const perClientPerMinute = 10;
/** Per link over all customers. */
const perLinkPerMinute = 300;

const maxFormBytes = 1024;

const make = (amount: string) =>
  handle({ operationId: "payByLink" }, async (call) => {
    await limit(call);
    const client = networksOf(clientOf(call.request)).at(-1) ?? null;
    const checkoutId = await payByLink(getCheckouts(), call.params.slug ?? "", amount, client);
    return { status: 201, body: JSON.stringify({ ok: true, data: { id: checkoutId } }) };
  });

/**
 * The form of a payment link: creates a checkout and redirects to its page, or back to the link's with the error. With
 * `till=1` the checkout is shown on the link's own page, as a till. Another site's form only opens that page: its
 * visitors, who have an address each, would reserve a whole stock.
 */
export const payLinkForm: RouteHandler = async (request, context) => {
  const fields = await readFields(request);
  const amount = fields.get("amount") ?? "";
  const slug = encodeURIComponent(String((await context.params)?.slug ?? ""));
  const isTill = fields.get("till") === "1";
  const query = new URLSearchParams(isTill ? { till: "1" } : {});
  const keepTyped = () => amount !== "" && query.set("amount", amount.slice(0, maxEchoedLength));
  const linkPage = () => `/l/${slug}${query.size === 0 ? "" : `?${query}`}`;
  if (isOfAnotherSite(request.headers)) {
    keepTyped();
    return new Response(null, { status: 303, headers: { location: linkPage() } });
  }
  const answer = await make(amount)(request, context);
  const body = (await answer.json()) as { ok: true; data: { id: string } } | Failure;
  if (body.ok) query.set("checkout", body.data.id);
  else {
    query.set("problem", body.error.code);
    keepTyped();
  }
  const headers = new Headers(answer.headers);
  headers.delete("content-type");
  headers.set("location", body.ok && !isTill ? `/c/${body.data.id}` : linkPage());
  return new Response(null, { status: 303, headers });
};

/** What was typed comes back in the address, to be corrected. */
const maxEchoedLength = 40;

/** A body that is no small form is an empty one: the link may need none. */
async function readFields(request: Request): Promise<URLSearchParams> {
  const isForm =
    request.headers.get("content-type")?.startsWith("application/x-www-form-urlencoded") ?? false;
  return new URLSearchParams(isForm ? await readText(request, maxFormBytes).catch(() => "") : "");
}

async function limit(call: Call): Promise<void> {
  const client = clientOf(call.request);
  const { slug = "" } = call.params;
  const limits = [
    ...byClient(
      { name: "client", bucket: "client", most: call.deps.requestLimits.publicIpPerMinute },
      client,
    ),
    ...byClient({ name: "links", bucket: "link-client", most: perClientPerMinute }, client),
  ];
  // A malformed slug needs no bucket of its own.
  if (/^[a-z0-9][a-z0-9-]{2,63}$/.test(slug))
    limits.push(sharedLimit({ name: "link", bucket: `link:${slug}`, most: perLinkPerMinute }, client));
  await admit(call, limits);
}

/**
 * Whether another site's page sent this form. Browsers since 2023 say so; for older ones the origin does, which is "null"
 * for a page that hides its address, as ours do. A program says nothing.
 */
export function isOfAnotherSite(headers: Headers): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site !== "same-origin" && site !== "none";
  const origin = parseUrl(headers.get("origin") ?? "");
  return origin !== null && origin.host !== headers.get("host");
}
