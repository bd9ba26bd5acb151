import type { ApiKeyKind } from "./api-key.rules";

/** The keys of projects. Each change and its audit entry are in one transaction. */
export type ProjectKeys = {
  /** Only the answer contains the key. */
  createApiKey(
    key: { projectId: string; kind: ApiKeyKind; at: Date; expiresAt?: Date } & ByWhom,
  ): Promise<NewKey>;
  /**
   * A new key of the same kind replaces this one, which ends at once, or after 24 hours with `overlap`. Null when the
   * project has no such key, or it has ended or was rotated: of two concurrent rotations only one creates a key.
   */
  rotateApiKey(key: KeyRef & { overlap: boolean }): Promise<NewKey | null>;
  /** Revokes a key at once; repeating it changes nothing. False when the project has no such key. */
  revokeApiKey(key: KeyRef): Promise<boolean>;
  /** The displayable part of the project's keys, newest first; of inactive ones the last 50. */
  listApiKeys(projectId: string, now: Date): Promise<ListedKey[]>;
};

/** No user means the operator. */
type ByWhom = { userId?: string | null };

/** If a kind is given, a key of the other kind is not found. */
type KeyRef = { projectId: string; keyId: string; kind?: ApiKeyKind; at: Date } & ByWhom;

export type NewKey = { keyId: string; key: string };

export type ListedKey = {
  keyId: string;
  kind: ApiKeyKind;
  /** With `lastFour`, this lets the owner recognise a key. */
  prefix: string;
  lastFour: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
  /** The key that replaced it in a rotation. */
  replacedById: string | null;
  /**
   * Who created or rotated it, and so may know it; null for the operator. `who` is a name or an address, null for a
   * deleted account.
   */
  createdBy: { userId: string; who: string | null; isMember: boolean } | null;
};

/** Whether the key is active at that moment. */
export function isInForce(
  { expiresAt, revokedAt }: Pick<ListedKey, "expiresAt" | "revokedAt">,
  now: Date,
): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > now);
}
