import type { ApiKeyKind } from "@/lib/core/api-key";
import type { ProjectAccess } from "../access/project-access";
import { type KeyDeps, keyNotFound, keyPermissions } from "./key-deps";

/**
 * Ends a key at once; again, it changes nothing.
 * @throws CheckoutError FORBIDDEN; NOT_FOUND alike for an unknown key, another project's, and another kind's
 */
export async function revokeKey(
  { clock, projectKeys }: KeyDeps,
  access: ProjectAccess,
  { kind, keyId }: { kind: ApiKeyKind; keyId: string },
): Promise<void> {
  access.require(keyPermissions[kind]);
  const { projectId, userId } = access;
  const isThere = await projectKeys.revokeApiKey({ projectId, userId, kind, keyId, at: clock.now() });
  if (!isThere) throw keyNotFound();
}
