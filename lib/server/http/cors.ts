import "server-only";
import { parseOrigin } from "@/lib/core/origin";
import { getDeps } from "@/lib/server/deps";
import type { Call, RouteHandler } from "./route";

/** What a script may read of an answer, beside the body. */
const exposedHeaders =
  "x-request-id, ratelimit, ratelimit-policy, retry-after, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset";
const preflightSeconds = "600";

/** Whatever is answered, caches must not give it to another site's page. */
export function varyByOrigin({ headers }: Pick<Call, "headers">): void {
  headers.append("vary", "Origin");
}

/** Lets the page that called read the answer: its origin has been found on the project's allow-list. */
export function allowOrigin({ request, headers }: Call): void {
  const origin = request.headers.get("origin");
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
  const headers = new Headers({ allow: "GET, HEAD, OPTIONS", "cache-control": "no-store" });
  varyByOrigin({ headers });
  if (origin !== null && (await isAllowedAnywhere(origin))) {
    headers.set("access-control-allow-origin", origin);
    headers.set("access-control-allow-methods", "GET, HEAD");
    headers.set("access-control-allow-headers", "x-api-key, content-type");
    headers.set("access-control-max-age", preflightSeconds);
  }
  return new Response(null, { status: 204, headers });
};

/** An origin that cannot be looked up is not allowed: the question has no answer in which to say why. */
async function isAllowedAnywhere(origin: string): Promise<boolean> {
  const { projects, log } = getDeps();
  // Only what can stand on a list is looked up.
  if (parseOrigin(origin) !== origin) return false;
  try {
    return await projects.isOriginAllowed(origin);
  } catch (error) {
    log.error({ error }, "an origin could not be looked up");
    return false;
  }
}
