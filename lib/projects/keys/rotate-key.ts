import type { Acting } from "@/lib/projects/access/operator-access";
import type { ApiKeyKind } from "@/lib/projects/api-key.rules";
import type { NewKey } from "@/lib/projects/project-keys.port";
import { type KeyDeps, keyNotFound, keyPermissions } from "./key-deps";

/**
 * Makes a key in the place of another, told this once. With `overlap` the old one goes on for 24 hours, so that every
 * server can change over; without, it ends at once.
 *
 * @throws CheckoutError FORBIDDEN; NOT_FOUND alike for an unknown key, another project's, another kind's, and one that
 *   has ended or was rotated before
 */
export async function rotateKey(
  { clock, projectKeys }: KeyDeps,
  access: Acting,
  { kind, keyId, overlap }: { kind: ApiKeyKind; keyId: string; overlap: boolean },
): Promise<NewKey> {
  const by = access.as(keyPermissions[kind]);
  const made = await projectKeys.rotateApiKey({ ...by, kind, keyId, at: clock.now(), overlap });
  if (made === null) throw keyNotFound();
  return made;
}
