import type { Permission } from "@/lib/accounts/roles.rules";
import { fault } from "@/lib/platform/faults/fault.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { dayMs } from "@/lib/platform/values/time.rules";
import type { Acting, ProjectAccess } from "@/lib/projects/project-access";
import type { ProjectParts } from "@/lib/projects/projects.parts";
import { type ApiKeyKind, isInForce, type KeyScope } from "./api-key.rules";
import type { ListedKey, NewKey } from "./project-keys.store";

/** A server key can do far more, so fewer roles may manage it. */
const keyPermissions: Readonly<Record<ApiKeyKind, Permission>> = {
  api: "keys.manage",
  server: "keys.manageServer",
};

function keyNotFound(): CheckoutError {
  return new CheckoutError("NOT_FOUND", fault("projects.keyGone"));
}

/** Per kind; a project with more has lost track of them. */
const mostKeys = 50;

function requireRoom(inForce: number): void {
  if (inForce >= mostKeys)
    throw new CheckoutError("CONFLICT", fault("projects.mostKeys", { most: mostKeys }));
}

/**
 * Creates a key, which is shown only this once.
 *
 * @param scope of a server key
 * @param expiresInDays null for one without expiry
 * @throws CheckoutError FORBIDDEN, CONFLICT
 */
export async function createKey(
  { clock, projectKeys }: ProjectParts,
  access: Acting,
  {
    kind,
    scope = "all",
    expiresInDays,
  }: { kind: ApiKeyKind; scope?: KeyScope; expiresInDays: number | null },
): Promise<NewKey> {
  const by = access.as(keyPermissions[kind]);
  const at = clock.now();
  const expiry = expiresInDays === null ? {} : { expiresAt: new Date(at.getTime() + expiresInDays * dayMs) };
  return projectKeys.createApiKey({ ...by, kind, scope, at, ...expiry, allow: requireRoom });
}

/**
 * A project's keys of a kind, newest first: active ones, and the last inactive ones.
 * @throws CheckoutError FORBIDDEN
 */
export async function listKeys(
  { clock, projectKeys }: ProjectParts,
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

/** The active keys of both kinds, newest first. @throws CheckoutError FORBIDDEN */
export async function listActiveKeys(
  { clock, projectKeys }: ProjectParts,
  access: Acting,
): Promise<ListedKey[]> {
  access.require("keys.manage");
  const now = clock.now();
  return (await projectKeys.listApiKeys(access.projectId, now)).filter((key) => isInForce(key, now));
}

/** A key of either kind, or not found unless it is of this one. */
type KeyOf = { kind?: ApiKeyKind; keyId: string };

const permissionFor = (kind?: ApiKeyKind) => keyPermissions[kind ?? "server"];

/**
 * Creates a replacement for a key, shown only this once. With `overlap` the old key works for 24 more hours, so that
 * every server can change over; without, it ends at once.
 *
 * @throws CheckoutError FORBIDDEN; NOT_FOUND for an unknown key, another project's, another kind's, or one that has
 * ended or was rotated before
 */
export async function rotateKey(
  { clock, projectKeys }: ProjectParts,
  access: Acting,
  { kind, keyId, overlap }: KeyOf & { overlap: boolean },
): Promise<NewKey> {
  const by = access.as(permissionFor(kind));
  const made = await projectKeys.rotateApiKey({ ...by, kind, keyId, at: clock.now(), overlap });
  if (made === null) throw keyNotFound();
  return made;
}

/**
 * Revokes a key at once; repeating it changes nothing.
 * @throws CheckoutError FORBIDDEN; NOT_FOUND for an unknown key, another project's, or another kind's
 */
export async function revokeKey(
  { clock, projectKeys }: ProjectParts,
  access: Acting,
  { kind, keyId }: KeyOf,
): Promise<void> {
  const by = access.as(permissionFor(kind));
  const isThere = await projectKeys.revokeApiKey({ ...by, kind, keyId, at: clock.now() });
  if (!isThere) throw keyNotFound();
}
