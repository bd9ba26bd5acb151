import "server-only";
import { countFailedKey } from "@/lib/api/limits/limits";
import { CheckoutError } from "@/lib/platform/errors.rules";
import { type ApiKeyKind, apiKeyKind, isWellFormedApiKey } from "@/lib/projects/api-key.rules";
import { hashApiKey } from "@/lib/projects/project-keys.store";
import type { Project } from "@/lib/projects/project-store.port";
import type { Call } from "./route";

/** The project of a server key (spec §5): present, of that type, known. */
export async function authenticateServerKey(call: Call): Promise<Project> {
  const key = sentKey(call);
  if (key === null) {
    throw new CheckoutError("SERVER_KEY_REQUIRED", "The header x-api-key with a server key is required.");
  }
  // By the prefix alone: whether such a key exists is nobody's business here.
  if (apiKeyKind(key) === "api") {
    throw new CheckoutError(
      "INVALID_KEY_TYPE",
      "This is an API key. The Server API needs a server key (svc_server_…).",
    );
  }
  const project = await projectOf(call, key, "server");
  if (project !== null) return project;
  throw new CheckoutError("PROJECT_NOT_FOUND", "There is no project with this server key.");
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
    throw new CheckoutError("FORBIDDEN", "This API key does not belong to the project in the path.");
  }
  return project;
}

/** The project of an API key (spec §7, SDK endpoints). */
export async function authenticateSdkKey(call: Call): Promise<Project> {
  const key = sentKey(call);
  if (key === null) {
    throw new CheckoutError("AUTH_PROJECT_REQUIRED", "The header x-api-key with an API key is required.");
  }
  if (apiKeyKind(key) === "server") {
    throw new CheckoutError(
      "INVALID_KEY_TYPE",
      "This is a server key, which never belongs into a browser. SDK endpoints take an API key (svc_sk_…).",
    );
  }
  const project = await projectOf(call, key, "api");
  if (project !== null) return project;
  throw new CheckoutError("AUTH_PROJECT_NOT_FOUND", "There is no project with this API key.");
}

function sentKey({ request }: Call): string | null {
  return request.headers.get("x-api-key") || null;
}

async function projectOf(call: Call, key: string, kind: ApiKeyKind): Promise<Project | null> {
  // The checksum spares a look-up for keys that were mistyped; who guesses gains nothing by it.
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
