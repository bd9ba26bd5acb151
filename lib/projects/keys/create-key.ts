import { dayMs } from "@/lib/platform/durations.rules";
import { CheckoutError } from "@/lib/platform/errors.rules";
import type { Acting } from "@/lib/projects/access/operator-access";
import type { ApiKeyKind } from "@/lib/projects/api-key.rules";
import { isInForce, type NewKey } from "@/lib/projects/project-keys.port";
import { type KeyDeps, keyPermissions } from "./key-deps";

/** Of each kind; whoever needs more has lost sight of them. */
const mostKeys = 50;

/**
 * Makes a key, which is told this once.
 *
 * @param expiresInDays null for one that ends only when it is revoked
 * @throws CheckoutError FORBIDDEN, CONFLICT
 */
export async function createKey(
  { clock, projectKeys }: KeyDeps,
  access: Acting,
  { kind, expiresInDays }: { kind: ApiKeyKind; expiresInDays: number | null },
): Promise<NewKey> {
  const by = access.as(keyPermissions[kind]);
  const at = clock.now();
  const listed = await projectKeys.listApiKeys(by.projectId, at);
  if (listed.filter((key) => key.kind === kind && isInForce(key, at)).length >= mostKeys) {
    throw new CheckoutError(
      "CONFLICT",
      `A project has at most ${mostKeys} keys of a kind. Revoke one first.`,
    );
  }
  const expiry = expiresInDays === null ? {} : { expiresAt: new Date(at.getTime() + expiresInDays * dayMs) };
  return projectKeys.createApiKey({ ...by, kind, at, ...expiry });
}
