import { createHash, randomBytes } from "node:crypto";
import { writeAudit } from "@/lib/accounts/audit.store";
import {
  type Database,
  type PrismaTransaction,
  run,
  type Statement,
  statementsOf,
  transactByPrisma,
} from "@/lib/platform/database";
import type { NewId } from "@/lib/platform/ids";
import { dayMs } from "@/lib/platform/values/time.rules";
import type { ApiKeyKind as StoredKind } from "@/prisma/generated/enums";
import { type ApiKeyKind, apiKeyPrefixes, formatApiKey } from "./api-key.rules";

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

/** How long a rotated key works beside the new one, with `overlap`. */
const overlapMs = dayMs;

/** SHA-256 of the whole key, hex: stored and used for lookups. */
export function hashApiKey(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

export function createProjectKeys(
  { pool, prisma }: Pick<Database, "pool" | "prisma">,
  newId: NewId,
): ProjectKeys {
  /** Returns the key's text; the row stores the rest. */
  async function insertNew(
    tx: PrismaTransaction,
    { projectId, kind, at, userId }: { projectId: string; kind: ApiKeyKind; at: Date; userId: string | null },
    expiresAt: Date | null = null,
  ) {
    const keyId = newId("key");
    const key = formatApiKey(kind, randomBytes(32));
    const hash = hashApiKey(key);
    const owner = { projectId, kind: storedKinds[kind], createdById: userId };
    await tx.apiKey.create({
      data: { id: keyId, ...owner, hash, lastFour: key.slice(-4), createdAt: at, expiresAt },
    });
    return { keyId, key };
  }

  return {
    createApiKey: ({ projectId, kind, at, expiresAt, userId = null }) =>
      transactByPrisma({ prisma }, async (tx) => {
        const made = await insertNew(tx, { projectId, kind, at, userId }, expiresAt);
        const details = { kind, lastFour: made.key.slice(-4), expiresAt: expiresAt?.toISOString() ?? null };
        const action = "api_key.created";
        await writeAudit(statementsOf(tx), { projectId, userId, action, target: made.keyId, details, at });
        return made;
      }),

    rotateApiKey: ({ projectId, keyId, kind, at, overlap, userId = null }) =>
      transactByPrisma({ prisma }, async (tx) => {
        const [old] = await run<KeyRow>(statementsOf(tx), lockKey, [keyId, projectId, storedKind(kind)]);
        const ended = old?.revoked_at != null || (old?.expires_at != null && old.expires_at <= at);
        if (old === undefined || ended || old.replaced_by_id !== null || old.is_deleted) return null;
        const made = await insertNew(tx, { projectId, kind: kinds[old.kind], at, userId });
        const ends = new Date(at.getTime() + overlapMs);
        const expiresAt = old.expires_at !== null && old.expires_at < ends ? old.expires_at : ends;
        const ending = overlap
          ? { expiresAt, revokedAt: null }
          : { expiresAt: old.expires_at, revokedAt: at };
        await tx.apiKey.update({ where: { id: keyId }, data: { replacedById: made.keyId, ...ending } });
        const details = { kind: kinds[old.kind], newKey: made.keyId, overlap };
        const action = "api_key.rotated";
        await writeAudit(statementsOf(tx), { projectId, userId, action, target: keyId, details, at });
        return made;
      }),

    revokeApiKey: ({ projectId, keyId, kind, at, userId = null }) =>
      transactByPrisma({ prisma }, async (tx) => {
        const [key] = await run<KeyRow>(statementsOf(tx), lockKey, [keyId, projectId, storedKind(kind)]);
        if (key === undefined) return false;
        if (key.revoked_at !== null) return true;
        await tx.apiKey.update({ where: { id: keyId }, data: { revokedAt: at } });
        const details = { kind: kinds[key.kind], lastFour: key.last_four };
        const action = "api_key.revoked";
        await writeAudit(statementsOf(tx), { projectId, userId, action, target: keyId, details, at });
        return true;
      }),

    listApiKeys: async (projectId, now) =>
      (await run<ListedRow>(pool, selectKeys, [projectId, now])).map(toListed),
  };
}

type KeyRow = {
  id: string;
  kind: StoredKind;
  last_four: string;
  created_at: Date;
  last_used_at: Date | null;
  expires_at: Date | null;
  revoked_at: Date | null;
  replaced_by_id: string | null;
  is_deleted: boolean;
};

type ListedRow = KeyRow & {
  created_by_id: string | null;
  created_by: string | null;
  is_member: boolean;
};

function toListed(row: ListedRow): ListedKey {
  const kind = kinds[row.kind];
  return {
    keyId: row.id,
    kind,
    prefix: apiKeyPrefixes[kind],
    lastFour: row.last_four,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    replacedById: row.replaced_by_id,
    createdBy:
      row.created_by_id === null
        ? null
        : { userId: row.created_by_id, who: row.created_by, isMember: row.is_member },
  };
}

const kinds: Readonly<Record<StoredKind, ApiKeyKind>> = { SERVER: "server", API: "api" };
const storedKinds: Readonly<Record<ApiKeyKind, StoredKind>> = { server: "SERVER", api: "API" };
const storedKind = (kind: ApiKeyKind | undefined) => (kind === undefined ? null : storedKinds[kind]);

/** A concurrent rotation or revocation waits and sees the result. SQL: row lock. */
const lockKey: Statement = {
  name: "api_key_lock",
  text: `
    SELECT key.*, project.deleted_at IS NOT NULL AS is_deleted
    FROM api_keys AS key JOIN projects AS project ON project.id = key.project_id
    WHERE key.id = $1 AND key.project_id = $2 AND ($3::api_key_kind IS NULL OR key.kind = $3) FOR UPDATE OF key`,
};
/** SQL: those in force, and the fifty that ended last. */
const selectKeys: Statement = {
  name: "api_keys_list",
  text: `
    WITH key AS (
      SELECT *, coalesce(revoked_at, expires_at) AS ended_at,
        revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2::timestamptz) AS is_in_force
      FROM api_keys WHERE project_id = $1
    ), ended AS (
      SELECT id FROM key WHERE NOT is_in_force ORDER BY ended_at DESC, id DESC LIMIT 50
    )
    SELECT key.*, coalesce(person.name, person.email) AS created_by, member.user_id IS NOT NULL AS is_member
    FROM key
    LEFT JOIN users AS person ON person.id = key.created_by_id
    LEFT JOIN memberships AS member ON member.user_id = key.created_by_id AND member.project_id = $1
    WHERE is_in_force OR key.id IN (SELECT id FROM ended)
    ORDER BY key.created_at DESC, key.id DESC`,
};
