import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import type { ErrorCode } from "@/lib/platform/values/errors.rules";
import { parseUrl } from "@/lib/platform/values/url.rules";

/** Next compares each parameter of a query with all others: thousands would keep the process busy for a second. */
const maxParameters = 50;
const maxTargetLength = 8_192;

/** Methods that some address may have. Next answers others with 500 or without a body: `Request` throws for TRACE. */
const knownMethods = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";

/** Small files of `public`; Next answers other methods there with 500. */
const publicFile = /^\/(?:checkout\.js|tokens\/[^/]+|shop\/[^/]+\.svg)(?:\?|$)/;

export type Refusal = { status: number; code: ErrorCode; message: string; allow?: string };

const refusals = {
  method: {
    status: 405,
    code: "METHOD_NOT_ALLOWED",
    message: "This method is not allowed here.",
    allow: knownMethods,
  },
  "file-method": {
    status: 405,
    code: "METHOD_NOT_ALLOWED",
    message: "A file can only be read.",
    allow: "GET, HEAD",
  },
  "too-long": {
    status: 414,
    code: "VALIDATION_ERROR",
    message: "The address is too long, or its query has too many parameters.",
  },
  "null-character": { status: 400, code: "VALIDATION_ERROR", message: "The address is not valid." },
  "no-address": { status: 404, code: "NOT_FOUND", message: "Nothing found at this address." },
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

/** Corrects a request before Next gets it. One that Next would answer badly or slowly becomes a request for its refusal. */
function screenRequest(request: IncomingMessage): void {
  const { headers, url: target = "/", method = "" } = request;
  delete headers[refusalHeader];
  // Next answers a range beyond the end of a file with 500.
  delete headers.range;
  const path = routablePath(target);
  const refusal = refusalFor(method, target, path, headers.accept?.includes("text/html") ?? false);
  if (refusal === null) {
    request.url = path ?? "/404";
    return;
  }
  headers[refusalHeader] = refusal;
  request.method = "GET";
  request.url = refusalTarget;
}

function refusalFor(
  method: string,
  target: string,
  path: string | null,
  wantsPage: boolean,
): RefusalName | null {
  if (publicFile.test(target) && method !== "GET" && method !== "HEAD") return "file-method";
  if (!knownMethods.split(", ").includes(method)) return "method";
  if (target.length > maxTargetLength || target.split("&").length > maxParameters) return "too-long";
  if (/%00/.test(target.split("?")[0] ?? "")) return "null-character";
  return path === null && !wantsPage ? "no-address" : null;
}

/** The path and query of a target, with dots resolved; null for a target that Next answers with a stack, or slowly. */
function routablePath(target: string): string | null {
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

/**
 * Screens the requests of this process, once however often it is called. Plain `next start` has no hook for it, but Node
 * publishes each request on this channel before its server handles it.
 */
export function screenPublishedRequests(): void {
  const holder = globalThis as { [slot]?: true };
  if (holder[slot]) return;
  holder[slot] = true;
  subscribe("http.server.request.start", (message) =>
    screenRequest((message as { request: IncomingMessage }).request),
  );
}
