import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createRequire } from "node:module";
import path from "node:path";
import { filterInternalHeaders } from "next/dist/server/lib/server-ipc/utils.js";

/** What Next's build makes of a `route.ts`; its interface is the one that deployment adapters call. */
type RouteModule = {
  handler(
    request: IncomingMessage,
    response: ServerResponse,
    context: { requestMeta: Record<string, unknown> },
  ): Promise<unknown>;
};

type Serve = (request: IncomingMessage, response: ServerResponse) => Promise<unknown>;

/** Finds what serves a target; null leaves it to Next's own server. */
export type ApiRoutes = (target: string) => Serve | null;

/** The families of the specification. Everything else, pages above all, takes Next's way. */
const family = /^\/api\/(?:c|dashboard|logos|public|r|sdk|v1)\/.*\/route$/;
const catchAll = /\[\.\.\./;

/**
 * The built handlers of the API, called directly: Next's way to a route is longer than the route's own
 * (docs/decisions/009-api-routes-are-called-directly.md).
 *
 * @param dir the Next project, built
 * @param origin with which relative targets become `request.url`
 */
export async function loadApiRoutes(dir: string, origin: string): Promise<ApiRoutes> {
  const folder = path.join(dir, ".next/server");
  const files = JSON.parse(await readFile(path.join(folder, "app-paths-manifest.json"), "utf8")) as Record<
    string,
    string
  >;
  const require = createRequire(path.join(folder, "app"));
  const relativeProjectDir = path.relative(process.cwd(), dir);
  const routes = await Promise.all(
    Object.entries(files)
      .filter(([page]) => family.test(page) && !catchAll.test(page))
      .map(async ([page, file]) => {
        const { handler } = (await require(path.join(folder, file))) as RouteModule;
        const serve: Serve = (request, response) => {
          filterInternalHeaders(request.headers);
          holdHeadersForBody(response);
          const initURL = `${origin}${request.url}`;
          // Without a query of its own the handler would take its path's parameters from the target's.
          const query = {};
          return handler(request, response, {
            requestMeta: { relativeProjectDir, initURL, initProtocol: "http", query },
          });
        };
        return { pattern: pathPattern(page.replace(/\/route$/, "")), serve };
      }),
  );
  return (target) => {
    const [path = ""] = target.split("?", 1);
    return routes.find(({ pattern }) => pattern.test(path))?.serve ?? null;
  };
}

/** @example pathPattern("/api/c/[checkoutId]") // /^\/api\/c\/[^/]+$/ */
function pathPattern(route: string): RegExp {
  const segments = route
    .split("/")
    .map((segment) => (segment.startsWith("[") ? "[^/]+" : segment.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")));
  return new RegExp(`^${segments.join("/")}$`);
}

/** Next sends a route's headers alone and then its body: one packet for both is half the work. */
function holdHeadersForBody(response: ServerResponse): void {
  response.flushHeaders = () => undefined;
}
