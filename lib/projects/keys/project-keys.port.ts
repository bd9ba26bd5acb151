import type { ApiKeyKind } from "./api-key.rules";

/** The keys of projects. Each change is written down in the audit log, in the transaction that makes it. */
export type ProjectKeys = {
  /** The key itself is in the answer and nowhere else. */
  createApiKey(
    key: { projectId: string; kind: ApiKeyKind; at: Date; expiresAt?: Date } & ByWhom,
  ): Promise<NewKey>;
  /**
   * A new key of the same kind in the place of this one, which ends at once, or with `overlap` after 24 hours.
   * Null when the project has no such key, or it has ended or been rotated already: of two rotations at the same
   * time one makes a key.
   */
  rotateApiKey(key: KeyRef & { overlap: boolean }): Promise<NewKey | null>;
  /** Ends a key at once; again, it changes nothing. False when the project has no such key. */
  revokeApiKey(key: KeyRef): Promise<boolean>;
  /** What may be shown of the project's keys, newest first; of those that ended the last 50. */
  listApiKeys(projectId: string, now: Date): Promise<ListedKey[]>;
};

/** Without a person it is the operator. */
type ByWhom = { userId?: string | null };

/** With a kind, a key of the other kind is none. */
type KeyRef = { projectId: string; keyId: string; kind?: ApiKeyKind; at: Date } & ByWhom;

export type NewKey = { keyId: string; key: string };

export type ListedKey = {
  keyId: string;
  kind: ApiKeyKind;
  /** With `lastFour`, by which its owner knows a key again. */
  prefix: string;
  lastFour: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
  /** The key that a rotation made in its place. */
  replacedById: string | null;
  /**
   * Who made it, by hand or in the place of another, and so may know it; null for the operator. `who` is a name or an
   * address, null for an account that is gone.
   */
  createdBy: { userId: string; who: string | null; isMember: boolean } | null;
};

/** Whether a key opens anything at that moment. */
export function isInForce({ expiresAt, revokedAt }: ListedKey, now: Date): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > now);
}
