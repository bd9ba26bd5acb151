import { hasIdForm } from "@/lib/platform/values/ids.rules";
import "server-only";
import { refuseTooMany } from "@/lib/api/limits/limits";
import { getHttp } from "@/lib/api/wiring/http";
import { parseOrigin } from "@/lib/platform/values/url.rules";
import type { Project } from "@/lib/projects/project.store";
import type { Call } from "./note-request";
import { type RouteHandler, readParams } from "./route";

/** The headers that a script may read. */
const readHeaders =
  "x-request-id, ratelimit, ratelimit-policy, retry-after, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset";
const preflightSeconds = "600";

/** Caches must not serve any answer to another site's page. */
export function varyByOrigin({ headers }: { headers: Headers }): void {
  headers.append("vary", "Origin");
}

/** Lets the calling page read the answer: its origin is on the project's allow-list. No page uses a server-side key. */
export function allowOrigin({ request, headers }: Call, { apiKeyUse }: Project): void {
  const origin = request.headers.get("origin");
  if (origin === null || apiKeyUse === "SERVER") return;
  headers.set("access-control-allow-origin", origin);
  headers.set(
    "access-control-expose-headers",
    request.method === "POST" ? `${readHeaders}, idempotent-replayed` : readHeaders,
  );
}

/** Lets any page read the answer: it needs no key, and no cookie counts. */
export function allowEveryOrigin({ headers }: { headers: Headers }, ownHeaders: readonly string[]): void {
  headers.set("access-control-allow-origin", "*");
  headers.set("access-control-expose-headers", [readHeaders, ...ownHeaders].join(", "));
}

/** Of an address that any page may call. */
export function everyOriginPreflight(requestHeaders: readonly string[]): RouteHandler {
  return async (request) => {
    const refusal = request.headers.has("origin") ? await refuseTooMany(request) : null;
    if (refusal !== null) return refusal;
    return new Response(null, {
      status: 204,
      headers: {
        allow: "GET, HEAD, POST, OPTIONS",
        "cache-control": "no-store",
        "access-control-allow-origin": "*",
        "access-control-allow-methods": "GET, HEAD, POST",
        "access-control-allow-headers": requestHeaders.join(", "),
        "access-control-max-age": preflightSeconds,
      },
    });
  };
}

/** Reads with an API key, which names its project. */
export const sdkPreflight = preflight({
  allow: "GET, HEAD, OPTIONS",
  methods: "GET, HEAD",
  requestHeaders: "x-api-key, content-type",
});

/** A page may create checkouts of the project, but not list them. */
export const createPreflight = preflight({
  allow: "GET, HEAD, POST, OPTIONS",
  methods: "POST",
  requestHeaders: "x-api-key, content-type, idempotency-key",
});

/**
 * A browser's preflight has no key: the allow-list of the project in the path answers it, or that of any project. The
 * request itself is then checked against its own project's.
 */
function preflight(answer: { allow: string; methods: string; requestHeaders: string }): RouteHandler {
  return async (request, context) => {
    const origin = request.headers.get("origin");
    const refusal = origin === null ? null : await refuseTooMany(request);
    if (refusal !== null) return refusal;
    const headers = new Headers({ allow: answer.allow, "cache-control": "no-store" });
    varyByOrigin({ headers });
    const { projectId = null } = await readParams(context);
    if (origin !== null && (await isAllowed(origin, projectId))) {
      headers.set("access-control-allow-origin", origin);
      headers.set("access-control-allow-methods", answer.methods);
      headers.set("access-control-allow-headers", answer.requestHeaders);
      headers.set("access-control-max-age", preflightSeconds);
    }
    return new Response(null, { status: 204, headers });
  };
}

/** When the lookup fails, the origin is not allowed: a preflight's answer cannot say why. */
async function isAllowed(origin: string, projectId: string | null): Promise<boolean> {
  const { projects, log } = getHttp();
  // Only an origin that can be on a list is looked up.
  if (parseOrigin(origin) !== origin || (projectId !== null && !hasIdForm("prj", projectId))) return false;
  try {
    return await projects.isOriginAllowed(origin, projectId);
  } catch (error) {
    log.error({ error }, "could not look up an origin");
    return false;
  }
}
