import { hasIdForm } from "@/lib/platform/values/ids.rules";
import "server-only";
import { getDeps } from "@/lib/api/deps";
import { refuseTooMany } from "@/lib/api/limits/limits";
import { parseOrigin } from "@/lib/platform/values/url.rules";
import type { Project } from "@/lib/projects/project.store";
import type { Call } from "./note-request";
import { type RouteHandler, readParams } from "./route";

/** What a script may read of an answer, beside the body. */
const readHeaders =
  "x-request-id, ratelimit, ratelimit-policy, retry-after, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset";
const preflightSeconds = "600";

/** Whatever is answered, caches must not give it to another site's page. */
export function varyByOrigin({ headers }: Pick<Call, "headers">): void {
  headers.append("vary", "Origin");
}

/**
 * Lets the page that called read the answer: its origin is on the project's allow-list. A key that stays on a server
 * is used by no page.
 */
export function allowOrigin({ request, headers }: Call, { apiKeyUse }: Pick<Project, "apiKeyUse">): void {
  const origin = request.headers.get("origin");
  if (origin === null || apiKeyUse === "SERVER") return;
  headers.set("access-control-allow-origin", origin);
  headers.set(
    "access-control-expose-headers",
    request.method === "POST" ? `${readHeaders}, idempotent-replayed` : readHeaders,
  );
}

/** Reads with an API key of the project that the key tells. */
export const sdkPreflight = preflight({
  allow: "GET, HEAD, OPTIONS",
  methods: "GET, HEAD",
  requestHeaders: "x-api-key, content-type",
});

/** Of the project's checkouts a page may create, and list none. */
export const createPreflight = preflight({
  allow: "GET, HEAD, POST, OPTIONS",
  methods: "POST",
  requestHeaders: "x-api-key, content-type, idempotency-key",
});

/**
 * What a browser asks before it sends a key. It sends none with the question: the allow-list of the project in the
 * path answers, else that of any. The request itself is then held against its own project's.
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

/** An origin that cannot be looked up is not allowed: the question has no answer in which to say why. */
async function isAllowed(origin: string, projectId: string | null): Promise<boolean> {
  const { projects, log } = getDeps();
  // Only what can stand on a list is looked up.
  if (parseOrigin(origin) !== origin || (projectId !== null && !hasIdForm("prj", projectId))) return false;
  try {
    return await projects.isOriginAllowed(origin, projectId);
  } catch (error) {
    log.error({ error }, "an origin could not be looked up");
    return false;
  }
}
