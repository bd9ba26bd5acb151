import "server-only";
import { getDeps } from "@/lib/server/deps";
import type { Call, RouteHandler } from "./route";

/** What a script may read of an answer, beside the body. */
const exposedHeaders =
  "x-request-id, ratelimit, ratelimit-policy, retry-after, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset";
const preflightSeconds = "600";

/** Lets the page that called read the answer: its origin has been found on the project's allow-list. */
export function allowOrigin({ request, headers }: Call): void {
  const origin = request.headers.get("origin");
  headers.append("vary", "Origin");
  if (origin === null) return;
  headers.set("access-control-allow-origin", origin);
  headers.set("access-control-expose-headers", exposedHeaders);
}

/**
 * What a browser asks before it sends a key. It sends none with the question, so any project's allow-list
 * answers; the request itself is then held against its own project's.
 */
export const preflight: RouteHandler = async (request) => {
  const origin = request.headers.get("origin");
  const headers = new Headers({
    allow: "GET, HEAD, OPTIONS",
    "cache-control": "no-store",
    vary: "Origin, Access-Control-Request-Method, Access-Control-Request-Headers",
  });
  if (origin !== null && (await getDeps().projects.isOriginAllowed(origin))) {
    headers.set("access-control-allow-origin", origin);
    headers.set("access-control-allow-methods", "GET, HEAD");
    headers.set("access-control-allow-headers", "x-api-key, content-type");
    headers.set("access-control-max-age", preflightSeconds);
  }
  return new Response(null, { status: 204, headers });
};
