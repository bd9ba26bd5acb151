import "server-only";
import type { KeyedLimit } from "@/lib/api/limits/key-admission.store";
import { clientLimits, countFailedKey, projectLimit, reportAdmission } from "@/lib/api/limits/limits";
import type { Operation } from "@/lib/api/operations/operation";
import { fault } from "@/lib/platform/faults/fault.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import {
  type ApiKeyKind,
  apiKeyKind,
  coversScope,
  isWellFormedApiKey,
} from "@/lib/projects/keys/api-key.rules";
import { hashApiKey } from "@/lib/projects/keys/project-keys.store";
import type { Project } from "@/lib/projects/project.store";
import { allowOrigin, varyByOrigin } from "./cors";
import type { Call } from "./note-request";

/** How an API's callers are checked. */
type KeyFamily = {
  kind: ApiKeyKind;
  /** The key that was sent. @throws CheckoutError when there is none, or its prefix is the other kind's */
  read(call: Call): string;
  unknown(): CheckoutError;
  /** Whether the key's project must be the one in the path. */
  ofPath: boolean;
  /** Whether the calling page may read the answer. */
  readableByPages(call: Call): boolean;
  limits(call: Call): (KeyedLimit & { name: string })[];
};

/** The answer must not reveal whether a key of the wrong kind exists, so the prefix alone decides. */
export const keyFamilies = {
  /** A server key (spec §5). */
  server: {
    kind: "server",
    read(call) {
      const key = sentServerKey(call);
      if (key === null) {
        throw new CheckoutError("SERVER_KEY_REQUIRED", fault("api.serverKeyMissing"));
      }
      if (apiKeyKind(key) === "api") {
        throw new CheckoutError("INVALID_KEY_TYPE", fault("api.needsServerKey"));
      }
      return key;
    },
    unknown: () => new CheckoutError("PROJECT_NOT_FOUND", fault("api.serverKeyUnknown")),
    ofPath: false,
    readableByPages: () => false,
    limits: ({ deps }) => [projectLimit(deps, "server")],
  },
  /** An API key, whose project must be the one in the path (spec §4.3, §7). Pages may create. */
  project: {
    kind: "api",
    read(call) {
      varyByOrigin(call);
      const key = sentKey(call);
      if (key === null) throw new CheckoutError("UNAUTHORIZED", fault("api.keyMissing"));
      if (apiKeyKind(key) === "server") {
        throw new CheckoutError("FORBIDDEN", fault("api.projectNeedsApiKey"));
      }
      return key;
    },
    unknown: () => new CheckoutError("UNAUTHORIZED", fault("api.keyUnknown")),
    ofPath: true,
    readableByPages: ({ request }) => request.method === "POST",
    limits: ({ deps }) => [projectLimit(deps, "project")],
  },
  /**
   * An API key (spec §7, SDK endpoints). Strangers who read the key on a shop's page must not use up its project's
   * limit.
   */
  sdk: {
    kind: "api",
    read(call) {
      varyByOrigin(call);
      const key = sentKey(call);
      if (key === null) {
        throw new CheckoutError("AUTH_PROJECT_REQUIRED", fault("api.apiKeyMissing"));
      }
      if (apiKeyKind(key) === "server") {
        throw new CheckoutError("INVALID_KEY_TYPE", fault("api.sdkNeedsApiKey"));
      }
      return key;
    },
    unknown: () => new CheckoutError("AUTH_PROJECT_NOT_FOUND", fault("api.noProject")),
    ofPath: false,
    readableByPages: () => true,
    limits: (call) => clientLimits(call),
  },
} as const satisfies Record<string, KeyFamily>;

function sentKey({ request }: Call): string | null {
  return request.headers.get("x-api-key") || null;
}

/** The Server API takes its key as a bearer token as well (RFC 6750). A token that a proxy sent there is not a key. */
function sentServerKey(call: Call): string | null {
  return (
    sentKey(call) ?? /^Bearer +(svc_\S+)$/i.exec(call.request.headers.get("authorization") ?? "")?.[1] ?? null
  );
}

/**
 * The project of a request's key. Checked in this order: key present, its type, key known, origin, limit (spec §7). One
 * statement finds the key and counts the request.
 */
export async function admitCaller(call: Call, family: KeyFamily): Promise<Project> {
  const key = family.read(call);
  const origin = call.request.headers.get("origin");
  const limits = family.limits(call);
  const projectId = family.ofPath ? (call.params.projectId ?? "") : null;
  // The checksum saves a lookup for mistyped keys, and does not help guessing.
  const found = isWellFormedApiKey(key)
    ? await call.deps.keyAdmissions.admit({
        keyHash: hashApiKey(key),
        kind: family.kind,
        projectId,
        origin,
        limits,
      })
    : null;
  if (found === null || found.holder?.kind !== family.kind) {
    await countFailedKey(call);
    throw family.unknown();
  }
  const { holder, admission, mosts } = found;
  const { project } = holder;
  call.caller = holder;
  if (projectId !== null && project.id !== projectId) {
    throw new CheckoutError("FORBIDDEN", fault("api.otherProject"));
  }
  refuseForeignOrigin(origin, project);
  if (admission === null) throw new Error("the database did not count a request whose key is for it");
  if (family.readableByPages(call)) allowOrigin(call, project);
  const counted = limits.map((limit, index) => ({ ...limit, most: mosts[index] ?? limit.most }));
  reportAdmission(call, counted, admission);
  return project;
}

/**
 * Browsers send Origin, servers do not: only the project's own pages may call from a browser (spec §5). Compared
 * character by character with what browsers send (RFC 6454 §6.2), so no look-alike matches.
 */
function refuseForeignOrigin(origin: string | null, project: Project): void {
  if (origin === null || project.allowedOrigins.includes(origin)) return;
  throw new CheckoutError("ORIGIN_NOT_ALLOWED", fault("api.foreignOrigin"));
}

/** An API key may do everything that its operations do. @throws CheckoutError INSUFFICIENT_KEY_SCOPE */
export function requireScope({ needs }: Operation, { caller }: Call): void {
  if (needs === null || (caller !== undefined && coversScope(caller.scope, needs))) return;
  throw new CheckoutError(
    "INSUFFICIENT_KEY_SCOPE",
    fault("api.scopeTooSmall", { needs, has: caller?.scope ?? "none" }),
  );
}
