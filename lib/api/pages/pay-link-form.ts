import "server-only";
import type { z } from "zod";
import type { Failure } from "@/lib/api/envelope.schema";
import type { Call } from "@/lib/api/http/note-request";
import { readText } from "@/lib/api/http/read-input";
import { handle, type RouteHandler } from "@/lib/api/http/route";
import { admit, byClient, clientOf } from "@/lib/api/limits/limits";
import { getCheckouts } from "@/lib/api/wiring/checkouts";
import { selectTokenBody } from "@/lib/checkouts/checkout-input.schema";
import { payByLink } from "@/lib/checkouts/links/payment-links";
import { selectToken } from "@/lib/checkouts/pending-checkout";
import { networksOf, sharedLimit } from "@/lib/platform/limits/client-limits.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { parseUrl } from "@/lib/platform/values/url.rules";

/** Per customer over all links: more than anyone buys, and too few to do harm (spec D15). */
const perClientPerMinute = 10;
/** Per link over all customers. */
const perLinkPerMinute = 300;

const maxFormBytes = 1024;

type Choice = z.infer<typeof selectTokenBody>;

const make = (amount: string, choice: Choice | null) =>
  handle({ operationId: "payByLink" }, async (call) => {
    await limit(call);
    const client = networksOf(clientOf(call.request)).at(-1) ?? null;
    const id = await payByLink(getCheckouts(), call.params.slug ?? "", amount, client);
    const problem = choice === null ? null : await select(id, choice, client);
    return { status: 201, body: JSON.stringify({ ok: true, data: { id, problem } }) };
  });

/** @returns why the coin wasn't chosen; the checkout, which has been created, offers it once more */
async function select(id: string, choice: Choice, client: string | null): Promise<string | null> {
  try {
    await selectToken(getCheckouts(), id, choice, client);
    return null;
  } catch (error) {
    if (error instanceof CheckoutError) return error.code;
    throw error;
  }
}

/**
 * The form of a payment link: creates a checkout, chooses the coin that was pressed, and redirects to the checkout's page,
 * where `pay` opens the pressed wallet, or back to the link's with the error. With
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
  const choice = selectTokenBody.safeParse({
    chainId: Number(fields.get("chainId")),
    tokenAddress: fields.get("tokenAddress"),
  });
  const answer = await make(amount, choice.data ?? null)(request, context);
  const body = (await answer.json()) as { ok: true; data: Made } | Failure;
  if (body.ok) query.set("checkout", body.data.id);
  else {
    query.set("problem", body.error.code);
    keepTyped();
  }
  const headers = new Headers(answer.headers);
  headers.delete("content-type");
  headers.set("location", body.ok && !isTill ? checkoutPage(body.data, fields.get("pay")) : linkPage());
  return new Response(null, { status: 303, headers });
};

type Made = { id: string; problem: string | null };

function checkoutPage({ id, problem }: Made, pay: string | null): string {
  if (problem !== null) return `/c/${id}?problem=${problem}`;
  return `/c/${id}${pay === "demo" || pay === "wallet" ? `?pay=${pay}` : ""}`;
}

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
