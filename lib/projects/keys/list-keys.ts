import type { ProjectAccess } from "@/lib/projects/access/project-access";
import type { ApiKeyKind } from "@/lib/projects/api-key.rules";
import { isInForce, type ListedKey } from "@/lib/projects/project-keys.port";
import type { KeyDeps } from "./key-deps";

/**
 * A project's keys of a kind, newest first: those in force, and of the others the last.
 * @throws CheckoutError FORBIDDEN
 */
export async function listKeys(
  { clock, projectKeys }: KeyDeps,
  access: ProjectAccess,
  kind: ApiKeyKind,
): Promise<{ inForce: ListedKey[]; ended: ListedKey[] }> {
  access.require("keys.manage");
  const now = clock.now();
  const keys = (await projectKeys.listApiKeys(access.projectId, now)).filter((key) => key.kind === kind);
  return {
    inForce: keys.filter((key) => isInForce(key, now)),
    ended: keys.filter((key) => !isInForce(key, now)),
  };
}
