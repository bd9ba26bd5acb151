import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state.js";
import { parseUrl } from "@/lib/platform/values/url.rules";
import { inertPolicy } from "./content-security-policy";
import { isLocalised } from "./page-locale";

const requestIdHeader = "x-request-id";
const routerStateHeader = "next-router-state-tree";

/** On every answer, regardless of who makes it. */
export const securityHeaders = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  // Of a page `guardPage` says more.
  "content-security-policy": inertPolicy,
} as const;

/** A year; other hosts of the domain are the operator's to decide. */
const strictTransport = "max-age=31536000";

/** @param publicOrigins of the service, then of its payment page, where they are set */
export function setSecurityHeaders(
  request: Pick<IncomingMessage, "headers">,
  response: ServerResponse,
  publicOrigins: readonly string[],
): void {
  for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
  if (isHttps(request, publicOrigins)) response.setHeader("strict-transport-security", strictTransport);
}

/**
 * Whether the client reached this origin by https: as a trusted proxy says, as the settings say of this host, or as
 * they say of the service where a proxy replaced the host.
 *
 * @param request as `setClientAddress` leaves it: without a trusted proxy nothing is forwarded
 */
function isHttps({ headers }: Pick<IncomingMessage, "headers">, publicOrigins: readonly string[]): boolean {
  const told = String(headers["x-forwarded-proto"] ?? "").split(",");
  if (told.some((scheme) => scheme.trim().toLowerCase() === "https")) return true;
  const origins = publicOrigins.flatMap((origin) => parseUrl(origin) ?? []);
  const named = origins.find(
    ({ protocol, host }) => parseUrl(`${protocol}//${headers.host ?? ""}`)?.host === host,
  );
  return (named ?? origins[0])?.protocol === "https:";
}

/** The script that shops load into their own pages, also where those let nothing in without leave. */
export function shareScript({ url = "/" }: Pick<IncomingMessage, "url">, response: ServerResponse): void {
  if (!/^\/checkout\.js(?:\?|$)/.test(url)) return;
  response.setHeader("access-control-allow-origin", "*");
  response.setHeader("cross-origin-resource-policy", "cross-origin");
}

/** What a merchant uploaded is inert even to someone who opens it by itself. */
export function sandboxLogos({ url = "/" }: Pick<IncomingMessage, "url">, response: ServerResponse): void {
  if (/^(?:\/api)?\/logos\//.test(url))
    response.setHeader("content-security-policy", `${inertPolicy}; sandbox`);
}

/** The address of a refund's page is its key: no other site is told it, and no search engine keeps it. */
export function hideRefundLinks({ url = "/" }: Pick<IncomingMessage, "url">, response: ServerResponse): void {
  if (!/^(?:\/api)?\/r\//.test(url)) return;
  response.setHeader("referrer-policy", "no-referrer");
  response.setHeader("x-robots-tag", "noindex, nofollow");
}

/**
 * Gives the exchange its id (decisions §2): on the answer, regardless of who makes it, and on the request, where the
 * application finds it. What the client sent as an id is replaced.
 */
export function setRequestId(request: IncomingMessage, response: ServerResponse): void {
  const requestId = randomUUID();
  request.headers[requestIdHeader] = requestId;
  response.setHeader(requestIdHeader, requestId);
}

/**
 * Lets only a read without a key ask for a page, and none below /api (decisions §1). Next goes by these headers
 * regardless of the method and the path: it would answer a POST that accepts HTML with a page, and lead a request to
 * a route as it leads its own router.
 *
 * @param request with the target that Next is to serve
 */
export function keepPageHeadersForPages({ method, url = "/", headers }: IncomingMessage): void {
  const isRead = method === "GET" || method === "HEAD";
  if (isRead && headers["x-api-key"] === undefined && !/^\/api(?:[/?]|$)/.test(url)) return;
  delete headers.rsc;
  if (headers.accept?.includes("text/html")) headers.accept = "*/*";
}

/**
 * Removes what Next's router would not have sent: a state of its page that Next cannot read is answered with
 * 500. Without one, the whole page is sent.
 */
export function dropMalformedRouterState({ headers }: IncomingMessage): void {
  const state = headers[routerStateHeader];
  if (state === undefined) return;
  try {
    parseAndValidateFlightRouterState(state);
  } catch {
    delete headers[routerStateHeader];
  }
}

/**
 * Adds to `Vary` what decides between page and JSON (decisions §1), and of a page for customers its language. Next
 * writes the Vary of a page over whatever stands there, so it is added to what Next writes.
 */
export function varyByForm(request: IncomingMessage, response: ServerResponse): void {
  const ours = ["Accept", "x-api-key", ...(isLocalised(request) ? ["Accept-Language"] : [])];
  const setHeader = response.setHeader.bind(response);
  response.setHeader = (name, value) => {
    if (name.toLowerCase() !== "vary") return setHeader(name, value);
    const written = [value].flat().join(",").split(",");
    const names = [...ours, ...written.map((part) => part.trim())];
    return setHeader(name, [...new Set(names)].join(", "));
  };
}
