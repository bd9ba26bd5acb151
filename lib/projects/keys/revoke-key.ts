import type { Acting } from "@/lib/projects/access/operator-access";
import type { ApiKeyKind } from "@/lib/projects/api-key.rules";
import { type KeyDeps, keyNotFound, keyPermissions } from "./key-deps";

/**
 * Ends a key at once; again, it changes nothing.
 * @throws CheckoutError FORBIDDEN; NOT_FOUND alike for an unknown key, another project's, and another kind's
 */
export async function revokeKey(
  { clock, projectKeys }: KeyDeps,
  access: Acting,
  { kind, keyId }: { kind: ApiKeyKind; keyId: string },
): Promise<void> {
  const by = access.as(keyPermissions[kind]);
  const isThere = await projectKeys.revokeApiKey({ ...by, kind, keyId, at: clock.now() });
  if (!isThere) throw keyNotFound();
}
