import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type Fault, fault } from "@/lib/platform/faults/fault.rules";
import type { ErrorCode } from "@/lib/platform/values/errors.rules";
import { parseUrl } from "@/lib/platform/values/url.rules";

/** Next compares each parameter of a query with all others: thousands would keep the process busy for a second. */
const maxParameters = 50;
const maxTargetLength = 8_192;

/** Methods that some address may have. Next answers others with 500 or without a body: `Request` throws for TRACE. */
const knownMethods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Small files of `public`; Next answers other methods there with 500. */
const publicFile =
  /^\/(?:checkout\.js|favicon\.ico|icon\.svg|apple-icon\.png|tokens\/[^/]+|shop\/[^/]+\.svg)(?:\?|$)/;

export type Refusal = { status: number; code: ErrorCode; fault: Fault; allow?: string };

const refusals = {
  method: {
    status: 405,
    code: "METHOD_NOT_ALLOWED",
    fault: fault("api.methodHere"),
    allow: knownMethods.join(", "),
  },
  "file-method": {
    status: 405,
    code: "METHOD_NOT_ALLOWED",
    fault: fault("api.fileMethod"),
    allow: "GET, HEAD",
  },
  "too-long": {
    status: 414,
    code: "VALIDATION_ERROR",
    fault: fault("api.addressTooLong"),
  },
  "null-character": { status: 400, code: "VALIDATION_ERROR", fault: fault("api.address") },
  "no-address": { status: 404, code: "NOT_FOUND", fault: fault("api.nothingHere") },
} as const satisfies Record<string, Refusal>;

type RefusalName = keyof typeof refusals;

/** Names the refusal to the application; whatever a client sent there is removed. */
const refusalHeader = "x-refusal";

/** No other route answers this, so `app/api/nothing-here.ts` does. */
const refusalTarget = "/api/refused";

/** The refusal of a request that was screened; null for any other. */
export function refusalOf(headers: Headers): Refusal | null {
  const name = headers.get(refusalHeader);
  return name !== null && Object.hasOwn(refusals, name) ? refusals[name as RefusalName] : null;
}

/** Paths that answer with JSON alone. */
const jsonAlone =
  /^\/(?:(?:v1|public|sdk)(?:\/.*)?|healthz|readyz|metrics|openapi\.json|logos\/[^/]+|[cr]\/[^/]+\/.+|dashboard\/projects\/[^/]+\/checkouts\/exchange-rate)$/i;

/** Paths that answer with a page or with JSON (spec D1). */
export const jsonOrPage = /^\/(?:[cr]\/[^/]+|dashboard\/projects\/[^/]+\/checkouts(?:\/.+)?)$/i;

/** Payment links: read as a page whatever is accepted, for messengers that fetch a preview don't name HTML. */
export const linkPage = /^\/l\/[^/]+$/i;

/** Next redirects these to the address that they stand for. */
const isRedirected = /\/$|\/\/|\\/;

/**
 * Corrects a request before Next gets it: the specification's own paths lead to their handlers below /api. A request
 * that Next would answer badly or slowly becomes one for its refusal.
 */
function screenRequest(request: IncomingMessage): void {
  const { headers, url: target = "/", method = "" } = request;
  delete headers[refusalHeader];
  // Next answers a range beyond the end of a file with 500.
  delete headers.range;
  const path = routablePath(target);
  const refusal = refusalFor(method, target, path, acceptsHtml(request));
  if (refusal !== null) {
    headers[refusalHeader] = refusal;
    request.method = "GET";
    request.url = refusalTarget;
    return;
  }
  request.url = path ?? "/404";
  if (path === null || !isForHandler(request, pathnameOf(path))) return;
  request.url = `/api${path}`;
  // Next's own router asks for pages alone.
  delete headers.rsc;
}

function isForHandler(request: IncomingMessage, pathname: string): boolean {
  if (isRedirected.test(pathname)) return false;
  if (linkPage.test(pathname)) return !isRead(request);
  return jsonAlone.test(pathname) || (jsonOrPage.test(pathname) && !isForPage(request));
}

/** Whether a request to an address of both kinds is one for the page. */
function isForPage(request: IncomingMessage): boolean {
  const { headers } = request;
  return (
    isRead(request) && headers["x-api-key"] === undefined && (headers.rsc === "1" || acceptsHtml(request))
  );
}

const isRead = ({ method }: IncomingMessage) => method === "GET" || method === "HEAD";

function acceptsHtml({ headers }: IncomingMessage): boolean {
  return headers.accept?.includes("text/html") ?? false;
}

const pathnameOf = (target: string) => target.split("?", 1)[0] ?? "";

function refusalFor(
  method: string,
  target: string,
  path: string | null,
  wantsPage: boolean,
): RefusalName | null {
  if (publicFile.test(target) && method !== "GET" && method !== "HEAD") return "file-method";
  if (!knownMethods.includes(method)) return "method";
  if (target.length > maxTargetLength || target.split("&").length > maxParameters) return "too-long";
  if (pathnameOf(target).includes("%00")) return "null-character";
  return path === null && !wantsPage ? "no-address" : null;
}

/** A path without dots, escapes or query, as most are: parsing would leave it as it is. */
const plainPath = /^(?:\/[\w-]+)+$/;

/** The path and query of a target, with dots resolved; null for a target that Next answers with a stack, or slowly. */
function routablePath(target: string): string | null {
  if (plainPath.test(target)) return target;
  // RFC 9112 §3.2.2: a server must accept a target that names scheme and host.
  const url = parseUrl(target.startsWith("/") ? `http://localhost${target}` : target);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  try {
    // Next's router takes quadratic time for many of its own `.segments`, which are in none of our addresses.
    return /\.segments\//.test(decodeURIComponent(url.pathname)) ? null : url.pathname + url.search;
  } catch {
    return null;
  }
}

// The start script and the application, whose modules a development server loads again after each change, share this.
const slot = Symbol.for("stablecoin-checkout.request-screen");

/** Shown as a document, an answer that is not a page may do nothing (docs/decisions/019-content-security-policy.md). */
const inertPolicy = "default-src 'none'; frame-ancestors 'none'";

/** Every answer has these; proxy.ts replaces the policy for pages. */
export const answerHeaders = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "content-security-policy": inertPolicy,
} as const;

/** Sets the headers of every answer, Next's own included. */
function prepareAnswer({ headers, url = "/" }: IncomingMessage, response: ServerResponse): void {
  const set = (values: Readonly<Record<string, string>>) => {
    for (const [name, value] of Object.entries(values)) response.setHeader(name, value);
  };
  set(answerHeaders);
  if (/(?:^|,)\s*https\s*(?:,|$)/.test(String(headers["x-forwarded-proto"] ?? "")))
    set({ "strict-transport-security": "max-age=31536000" });
  const pathname = pathnameOf(url);
  // Shops load it into their own pages.
  if (pathname === "/checkout.js")
    set({ "access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin" });
  // A merchant's upload.
  if (/^\/api\/logos\/[^/]+$/i.test(pathname)) set({ "content-security-policy": `${inertPolicy}; sandbox` });
  // The address of a refund's page is its key: other sites and search engines must not see it.
  if (/^\/(?:api\/)?r\/./i.test(pathname))
    set({ "referrer-policy": "no-referrer", "x-robots-tag": "noindex, nofollow" });
}

/**
 * Screens the requests of this process, once however often it is called. Plain `next start` has no hook for it, but Node
 * publishes each request on this channel before its server handles it.
 *
 * @returns ends it, if this call began it
 */
export function screenPublishedRequests(): () => void {
  const holder = globalThis as { [slot]?: true };
  if (holder[slot]) return () => undefined;
  holder[slot] = true;
  subscribe(channel, screenPublished);
  return () => {
    unsubscribe(channel, screenPublished);
    delete holder[slot];
  };
}

const channel = "http.server.request.start";

function screenPublished(message: unknown): void {
  const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
  screenRequest(request);
  prepareAnswer(request, response);
}
