import type { KeepAnswer } from "./idempotency";
import "server-only";
import type { z } from "zod";
import { countFailedKey, limitActions, limitByClient, limitByProject } from "@/lib/api/limits/limits";
import type { Operation } from "@/lib/api/operations/operation";
import type { LiveStream } from "@/lib/checkouts/live/live-stream";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { type ApiKeyKind, apiKeyKind, isWellFormedApiKey } from "@/lib/projects/keys/api-key.rules";
import { hashApiKey } from "@/lib/projects/keys/project-keys.store";
import type { Project } from "@/lib/projects/project.store";
import { allowOrigin, varyByOrigin } from "./cors";
import { withIdempotency } from "./idempotency";
import type { Call } from "./note-request";
import { readInput } from "./read-input";
import { endWithReader, type JsonAnswer } from "./respond";
import { handle, type RouteHandler } from "./route";

/** The project of a server key (spec §5): present, of that type, known. */
export async function authenticateServerKey(call: Call): Promise<Project> {
  const key = sentServerKey(call);
  if (key === null) {
    throw new CheckoutError("SERVER_KEY_REQUIRED", "Send a server key in the header x-api-key.");
  }
  // By the prefix only: the answer must not reveal whether such a key exists.
  if (apiKeyKind(key) === "api") {
    throw new CheckoutError(
      "INVALID_KEY_TYPE",
      "This is an API key. The Server API needs a server key (svc_server_…).",
    );
  }
  const project = await projectOf(call, key, "server");
  if (project !== null) return project;
  throw new CheckoutError(
    "PROJECT_NOT_FOUND",
    "This server key is wrong: it is misspelt or revoked, or its project was deleted. Copy a current one from the dashboard, under Developers.",
  );
}

/** The project of an API key, which must be the one in the path (spec §4.3, §7). */
export async function authenticateProjectKey(call: Call): Promise<Project> {
  const key = sentKey(call);
  if (key === null) throw new CheckoutError("UNAUTHORIZED", "x-api-key header is required");
  if (apiKeyKind(key) === "server") {
    throw new CheckoutError(
      "FORBIDDEN",
      "This is a server key. Project-scoped endpoints take an API key (svc_sk_…).",
    );
  }
  const project = await projectOf(call, key, "api");
  if (project === null) throw new CheckoutError("UNAUTHORIZED", "This API key is not valid.");
  if (project.id !== call.params.projectId) {
    throw new CheckoutError("FORBIDDEN", "This API key doesn't belong to the project in the path.");
  }
  return project;
}

/** The project of an API key (spec §7, SDK endpoints). */
export async function authenticateSdkKey(call: Call): Promise<Project> {
  const key = sentKey(call);
  if (key === null) {
    throw new CheckoutError("AUTH_PROJECT_REQUIRED", "Send an API key in the header x-api-key.");
  }
  if (apiKeyKind(key) === "server") {
    throw new CheckoutError(
      "INVALID_KEY_TYPE",
      "This is a server key. Never use it in a browser. SDK endpoints take an API key (svc_sk_…).",
    );
  }
  const project = await projectOf(call, key, "api");
  if (project !== null) return project;
  throw new CheckoutError("AUTH_PROJECT_NOT_FOUND", "No project has this API key.");
}

function sentKey({ request }: Call): string | null {
  return request.headers.get("x-api-key") || null;
}

/** The Server API takes its key as a bearer token as well (RFC 6750). A token that a proxy sent there is not a key. */
function sentServerKey(call: Call): string | null {
  const bearer = /^Bearer +(svc_\S+)$/i.exec(call.request.headers.get("authorization") ?? "")?.[1];
  return sentKey(call) ?? bearer ?? null;
}

async function projectOf(call: Call, key: string, kind: ApiKeyKind): Promise<Project | null> {
  // The checksum saves a lookup for mistyped keys, and does not help guessing.
  const holder = isWellFormedApiKey(key)
    ? await call.deps.projects.findKeyHolder(hashApiKey(key), call.deps.clock.now())
    : null;
  if (holder?.kind === kind) {
    call.caller = holder;
    return holder.project;
  }
  await countFailedKey(call);
  return null;
}

/**
 * Browsers send Origin, servers do not: only the project's own pages may call from a browser (spec §5). Compared
 * character by character with what browsers send (RFC 6454 §6.2), so no look-alike matches.
 */
function refuseForeignOrigin(request: Request, project: Project): void {
  const origin = request.headers.get("origin");
  if (origin === null || project.allowedOrigins.includes(origin)) return;
  throw new CheckoutError(
    "ORIGIN_NOT_ALLOWED",
    "This origin is not on the project's allow-list. Call from your server.",
  );
}

type Body<O extends Operation> = O["body"] extends z.ZodType ? z.output<O["body"]> : null;

type Query<O extends Operation> = O["query"] extends z.ZodType ? z.output<O["query"]> : null;

type Input<O extends Operation> = { body: Body<O>; query: Query<O> };

/** The data of the operation's schema; a list with its pagination. */
type Result<O extends Operation> = O["pagination"] extends z.ZodType
  ? { data: z.output<O["data"]>; pagination: z.output<O["pagination"]> }
  : { data: z.output<O["data"]> };

export type PublicCall<O extends Operation> = Call & Input<O>;

export type KeyedCall<O extends Operation> = Call & Input<O> & { project: Project; keep: KeepAnswer };

type Run<O extends Operation> = (call: KeyedCall<O>) => Promise<Result<O>>;

/** How an API's callers are checked: `authenticate` finds the project, `admit` counts the request towards its limit. */
type Admission = {
  authenticate: (call: Call) => Promise<Project>;
  admit: (call: Call, project: Project) => Promise<void>;
};

export const admissions = {
  server: {
    authenticate: authenticateServerKey,
    admit: (call, project) => limitByProject(call, "server", project),
  },
  /** Pages may create. */
  project: {
    authenticate: (call) => {
      varyByOrigin(call);
      return authenticateProjectKey(call);
    },
    admit: async (call, project) => {
      if (call.request.method === "POST") allowOrigin(call, project);
      await limitByProject(call, "project", project);
    },
  },
  /** Strangers who read the key on a shop's page must not use up its project's limit. */
  sdk: {
    authenticate: (call) => {
      varyByOrigin(call);
      return authenticateSdkKey(call);
    },
    admit: async (call, project) => {
      allowOrigin(call, project);
      await limitByClient(call);
    },
  },
} as const satisfies Record<string, Admission>;

/** Checks, in this order: key present, its type, key known, origin, limit (spec §7). */
export async function admitCaller(call: Call, { authenticate, admit }: Admission): Promise<Project> {
  const project = await authenticate(call);
  refuseForeignOrigin(call.request, project);
  await admit(call, project);
  return project;
}

/** An operation of the Server API, with a server key (spec §5). */
export function withServerKey<O extends Operation>(operation: O, run: Run<O>): RouteHandler {
  return keyed(operation, run, admissions.server);
}

/** An operation of the project-scoped API, with an API key of the project in the path. */
export function withProjectKey<O extends Operation>(operation: O, run: Run<O>): RouteHandler {
  return keyed(operation, run, admissions.project);
}

/** An operation for scripts on a shop's pages. */
export function withSdkKey<O extends Operation>(operation: O, run: Run<O>): RouteHandler {
  return keyed(operation, run, admissions.sdk);
}

/** An operation without a key. */
export function withoutKey<O extends Operation>(
  operation: O,
  run: (call: PublicCall<O>) => Promise<Result<O>>,
): RouteHandler {
  return handle(operation, async (call) => {
    const kind = operation.limitedApart ? operation.operationId : undefined;
    await limitByClient(call, kind);
    const { body, query } = await readInput(operation, call.request);
    await limitActions(call, kind);
    return success(operation, await run({ ...call, ...({ body, query } as Input<O>) }));
  });
}

/** An operation without a key that streams messages. */
export function streamWithoutKey(
  operation: Operation,
  open: (call: Call) => Promise<LiveStream>,
): RouteHandler {
  return handle(operation, async (call) => {
    await limitByClient(call);
    const stream = await open(call);
    endWithReader(stream, call.request);
    return { status: operation.status, events: stream };
  });
}

/** The input is checked last (spec §7). */
function keyed<O extends Operation>(operation: O, run: Run<O>, admission: Admission): RouteHandler {
  return handle(operation, async (call) => {
    const project = await admitCaller(call, admission);
    const { body, query, text } = await readInput(operation, call.request);
    const input = { ...call, ...({ body, query } as Input<O>), project };
    return withIdempotency({ operation, call, project, text }, async (keep) =>
      success(operation, await run({ ...input, keep })),
    );
  });
}

/** `{ok: true, data[, pagination]}`. */
function success(operation: Operation, result: object): JsonAnswer {
  return { status: operation.status, body: JSON.stringify({ ok: true, ...result }) };
}
