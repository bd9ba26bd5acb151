import { createHash, randomBytes } from "node:crypto";
import { type ApiKeyKind, apiKeyPrefixes, formatApiKey } from "@/lib/core/api-key";
import type { NewId } from "@/lib/services/ports/ids";
import type { ApiKeyKind as StoredKind } from "@/prisma/generated/enums";
import type { Database } from "./database";

/** How long a rotated key goes on beside the new one, when that is wanted. */
const overlapMs = 24 * 3_600_000;

/** The keys of projects, as the dashboard keeps them. */
export type ProjectKeys = {
  /** The key itself is in the answer and nowhere else. */
  createApiKey(key: { projectId: string; kind: ApiKeyKind; at: Date; expiresAt?: Date }): Promise<NewKey>;
  /**
   * A new key of the same kind in the place of this one, which ends at once, or with `overlap` after 24 hours.
   * Null when the project has no such key, or it has ended or been rotated already: of two rotations at the same
   * time one makes a key.
   */
  rotateApiKey(key: { projectId: string; keyId: string; at: Date; overlap: boolean }): Promise<NewKey | null>;
  /** Ends a key at once; again, it changes nothing. False when the project has no such key. */
  revokeApiKey(key: { projectId: string; keyId: string; at: Date }): Promise<boolean>;
  /** What may be shown of the project's keys, newest first. */
  listApiKeys(projectId: string): Promise<ListedKey[]>;
};

type NewKey = { keyId: string; key: string };

type ListedKey = {
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
};

/** SHA-256 of the whole key, hex: what is stored of it and looked up by. */
export function hashApiKey(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

export function createProjectKeys({ prisma }: Pick<Database, "prisma">, newId: NewId): ProjectKeys {
  /** Its text goes to whoever asked, the rest into its row. */
  function makeKey(projectId: string, kind: ApiKeyKind, createdAt: Date) {
    const keyId = newId("key");
    const key = formatApiKey(kind, randomBytes(32));
    const row = {
      id: keyId,
      projectId,
      kind: storedKinds[kind],
      hash: hashApiKey(key),
      lastFour: key.slice(-4),
      createdAt,
    };
    return { made: { keyId, key }, row };
  }

  return {
    createApiKey: async ({ projectId, kind, at, expiresAt }) => {
      const { made, row } = makeKey(projectId, kind, at);
      await prisma.apiKey.create({ data: { ...row, expiresAt: expiresAt ?? null } });
      return made;
    },

    rotateApiKey: ({ projectId, keyId, at, overlap }) =>
      prisma.$transaction(async (tx) => {
        // Locked, so that whoever rotates or revokes it at the same time sees what became of it.
        const [old] = await tx.$queryRaw<{ kind: StoredKind; expires_at: Date | null }[]>`
          SELECT key.kind, key.expires_at
          FROM api_keys AS key JOIN projects AS project ON project.id = key.project_id
          WHERE key.id = ${keyId} AND key.project_id = ${projectId} AND project.deleted_at IS NULL
            AND key.revoked_at IS NULL AND key.replaced_by_id IS NULL
            AND (key.expires_at IS NULL OR key.expires_at > ${at})
          FOR UPDATE OF key`;
        if (old === undefined) return null;
        const { made, row } = makeKey(projectId, kinds[old.kind], at);
        await tx.apiKey.create({ data: row });
        const ends = new Date(at.getTime() + overlapMs);
        await tx.apiKey.update({
          where: { id: keyId },
          data: {
            replacedById: made.keyId,
            ...(overlap
              ? { expiresAt: old.expires_at !== null && old.expires_at < ends ? old.expires_at : ends }
              : { revokedAt: at }),
          },
        });
        return made;
      }),

    revokeApiKey: async ({ projectId, keyId, at }) => {
      const { count } = await prisma.apiKey.updateMany({
        where: { id: keyId, projectId, revokedAt: null },
        data: { revokedAt: at },
      });
      return count > 0 || (await prisma.apiKey.count({ where: { id: keyId, projectId } })) > 0;
    },

    listApiKeys: async (projectId) => {
      const rows = await prisma.apiKey.findMany({
        where: { projectId },
        orderBy: [{ createdAt: "desc" }, { id: "desc" }],
        omit: { hash: true, projectId: true },
      });
      return rows.map(({ id, kind, ...shown }) => ({
        keyId: id,
        kind: kinds[kind],
        prefix: apiKeyPrefixes[kinds[kind]],
        ...shown,
      }));
    },
  };
}

const kinds: Readonly<Record<StoredKind, ApiKeyKind>> = { SERVER: "server", API: "api" };
const storedKinds: Readonly<Record<ApiKeyKind, StoredKind>> = { server: "SERVER", api: "API" };
