import "server-only";
import { createHash } from "node:crypto";
import type { z } from "zod";
import { apiKeyKind, isWellFormedApiKey } from "@/lib/core/api-key";
import { CheckoutError } from "@/lib/core/errors";
import type { Operation } from "@/lib/schemas/operations";
import type { Deps } from "@/lib/server/deps";
import type { Project } from "@/lib/services/ports/project-store";
import { readBody } from "./read-body";
import { type Call, handle, type RouteHandler } from "./route";

type Body<O extends Operation> = O["body"] extends z.ZodType ? z.output<O["body"]> : null;
export type KeyedCall<O extends Operation> = Call & { project: Project; body: Body<O> };

/**
 * An operation of the Server API. Checks in this order: key present, its type, key known, origin, then the
 * body (spec §5, §7).
 */
export function withServerKey<O extends Operation>(
  operation: O,
  run: (call: KeyedCall<O>) => Promise<unknown>,
): RouteHandler {
  return handle(operation, async (call) => {
    const project = await authenticate(call.deps, call.request.headers.get("x-api-key"));
    refuseForeignOrigin(call.request, project);
    return run({ ...call, project, body: await bodyOf(operation, call.request) });
  });
}

/** An operation that anyone may call. */
export function withoutKey<O extends Operation>(
  operation: O,
  run: (call: Call & { body: Body<O> }) => Promise<unknown>,
): RouteHandler {
  return handle(operation, async (call) => run({ ...call, body: await bodyOf(operation, call.request) }));
}

async function bodyOf<O extends Operation>(operation: O, request: Request): Promise<Body<O>> {
  return (operation.body === null ? null : await readBody(request, operation.body)) as Body<O>;
}

async function authenticate(deps: Deps, key: string | null): Promise<Project> {
  if (key === null || key === "") {
    throw new CheckoutError("SERVER_KEY_REQUIRED", "The header x-api-key with a server key is required.");
  }
  if (apiKeyKind(key) === "api") {
    throw new CheckoutError(
      "INVALID_KEY_TYPE",
      "This is an API key. The Server API needs a server key (svc_server_…).",
    );
  }
  // The checksum spares a look-up for keys that were mistyped; who guesses gains nothing by it.
  const holder = isWellFormedApiKey(key)
    ? await deps.projects.findKeyHolder(sha256(key), deps.clock.now())
    : null;
  if (holder?.kind !== "server")
    throw new CheckoutError("PROJECT_NOT_FOUND", "There is no project with this server key.");
  return holder.project;
}

/** Browsers send Origin, servers do not: the Server API is for servers, unless the project allows the origin. */
function refuseForeignOrigin(request: Request, project: Project): void {
  const origin = request.headers.get("origin");
  if (origin === null || project.allowedOrigins.includes(origin)) return;
  throw new CheckoutError(
    "ORIGIN_NOT_ALLOWED",
    "This origin is not on the project's allow-list. Call from your server.",
  );
}

function sha256(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}
