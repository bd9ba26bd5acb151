import type { IncomingMessage } from "node:http";

type Asked = Pick<IncomingMessage, "method" | "url" | "headers">;

/** Where the specification has JSON alone. Its handlers live below /api. */
const json =
  /^\/(?:(?:v1|public|sdk)(?:\/.*)?|healthz|readyz|openapi\.json|logos\/[^/]+|[cr]\/[^/]+\/.+|dashboard\/projects\/[^/]+\/checkouts\/exchange-rate)$/;

/** Where it has a page too (decisions §1); beside the API's own address, too, who asks for no page gets its answer. */
const jsonOrPage = /^\/(?:[clr]\/[^/]+|dashboard\/projects\/[^/]+\/checkouts(?:\/.+)?)$/;

/** A segment that stands for this folder or the one above; a browser resolves it before it asks. */
const dotSegment = /\/(?:\.|%2e){1,2}(?=\/|$)/i;

/**
 * The target that Next is to serve: the handler's own below /api, or what was asked for. Next could find it by
 * rewrites, but compiles each of them again for every request (docs/decisions/006-paths-in-the-start-script.md).
 *
 * @param asked with a target that `repairTarget` has accepted
 * @example targetForNext({ method: "GET", url: "/c/chk_1?a=b", headers: {} }) // "/api/c/chk_1?a=b"
 */
export function targetForNext(asked: Asked): string {
  const target = asked.url ?? "/";
  const path = pathOf(target);
  // Next leads both to their one form, which the client then asks for.
  if (path.includes("//") || path.endsWith("/")) return target;
  if (dotSegment.test(path)) {
    const { pathname, search } = new URL(target, "http://localhost");
    // Of a request, `headers` is no property of its own: a spread would lose it.
    return targetForNext({ method: asked.method, headers: asked.headers, url: pathname + search });
  }
  return json.test(path) || (jsonOrPage.test(path) && !wantsPage(asked)) ? `/api${target}` : target;
}

/** Whether the answer should be a page (decisions §1): a browser's, or Next's own router's, read without an API key. */
export function wantsPage({ method, headers }: Asked): boolean {
  const isRead = method === "GET" || method === "HEAD";
  if (!isRead || headers["x-api-key"] !== undefined) return false;
  return headers.rsc === "1" || (headers.accept?.includes("text/html") ?? false);
}

function pathOf(target: string): string {
  const end = target.search(/[?#]/);
  return end === -1 ? target : target.slice(0, end);
}
