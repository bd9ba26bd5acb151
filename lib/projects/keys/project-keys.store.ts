import { createHash, randomBytes } from "node:crypto";
import { writeAudit } from "@/lib/accounts/audit.store";
import {
  type Connections,
  type PrismaTransaction,
  statementsOf,
  transactByPrisma,
} from "@/lib/platform/database";
import type { NewId } from "@/lib/platform/ids";
import { dayMs } from "@/lib/platform/values/time.rules";
import { lockProject } from "@/lib/projects/project-lock.store";
import type { ApiKey } from "@/prisma/generated/client";
import type { ApiKeyKind as StoredKind, KeyScope as StoredScope } from "@/prisma/generated/enums";
import { type ApiKeyKind, apiKeyPrefixes, formatApiKey, isInForce, type KeyScope } from "./api-key.rules";

/** The keys of projects. Each change and its audit entry are in one transaction. */
export type ProjectKeys = {
  /**
   * Only the answer contains the key. Without a scope it may do everything that its kind may.
   * @param key.allow gets the number of active keys of the kind, under the project's lock; throws when it is too many
   */
  createApiKey(
    key: {
      projectId: string;
      kind: ApiKeyKind;
      scope?: KeyScope;
      at: Date;
      expiresAt?: Date;
      allow?: (inForce: number) => void;
    } & ByWhom,
  ): Promise<NewKey>;
  /**
   * A new key of the same kind and scope replaces this one, which ends at once, or after 24 hours with `overlap`. Null when the
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
  scope: KeyScope;
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

type KeyTerms = { projectId: string; kind: ApiKeyKind; scope: KeyScope; at: Date; userId: string | null };

/** How long a rotated key works beside the new one, with `overlap`. */
const overlapMs = dayMs;

/** SHA-256 of the whole key, hex: stored and used for lookups. */
export function hashApiKey(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

/** Notes when a key was used last, unless a use less than `precisionMs` before is noted. */
export async function noteKeyUse(
  { prisma }: Connections,
  keyId: string,
  at: Date,
  precisionMs: number,
): Promise<void> {
  const noted = new Date(at.getTime() - precisionMs);
  await prisma.apiKey.updateMany({
    where: { id: keyId, OR: [{ lastUsedAt: null }, { lastUsedAt: { lte: noted } }] },
    data: { lastUsedAt: at },
  });
}

export function createProjectKeys({ prisma }: Connections, newId: NewId): ProjectKeys {
  /** Returns the key's text; the row stores the rest. */
  async function insertNew(
    tx: PrismaTransaction,
    { projectId, kind, scope, at, userId }: KeyTerms,
    expiresAt: Date | null = null,
  ) {
    const keyId = newId("key");
    const key = formatApiKey(kind, randomBytes(32));
    const hash = hashApiKey(key);
    const terms = { projectId, kind: storedKinds[kind], scope: storedScopes[scope], createdById: userId };
    await tx.apiKey.create({
      data: { id: keyId, ...terms, hash, lastFour: key.slice(-4), createdAt: at, expiresAt },
    });
    return { keyId, key };
  }

  return {
    createApiKey: ({ projectId, kind, scope = "all", at, expiresAt, allow, userId = null }) =>
      transactByPrisma({ prisma }, async (tx) => {
        // Two at once must not both be the last that there is room for.
        await lockProject(statementsOf(tx), projectId);
        const isActive = { revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: at } }] };
        allow?.(await tx.apiKey.count({ where: { projectId, kind: storedKinds[kind], ...isActive } }));
        const made = await insertNew(tx, { projectId, kind, scope, at, userId }, expiresAt);
        const ends = { lastFour: made.key.slice(-4), expiresAt: expiresAt?.toISOString() ?? null };
        const details = { kind, ...(kind === "server" && { scope }), ...ends };
        const action = "api_key.created";
        await writeAudit(statementsOf(tx), { projectId, userId, action, target: made.keyId, details, at });
        return made;
      }),

    rotateApiKey: ({ projectId, keyId, kind, at, overlap, userId = null }) =>
      transactByPrisma({ prisma }, async (tx) => {
        // The project before its keys: a concurrent rotation or revocation waits and sees the result.
        if ((await lockProject(statementsOf(tx), projectId)) === null) return null;
        const old = await findKey(tx, projectId, keyId, kind);
        const hasEnded = old?.revokedAt != null || (old?.expiresAt != null && old.expiresAt <= at);
        if (old === null || hasEnded || old.replacedById !== null) return null;
        const made = await insertNew(tx, {
          projectId,
          kind: kinds[old.kind],
          scope: scopes[old.scope],
          at,
          userId,
        });
        const ends = new Date(at.getTime() + overlapMs);
        const expiresAt = old.expiresAt !== null && old.expiresAt < ends ? old.expiresAt : ends;
        const ending = overlap ? { expiresAt } : { revokedAt: at };
        await tx.apiKey.update({ where: { id: keyId }, data: { replacedById: made.keyId, ...ending } });
        const details = { kind: kinds[old.kind], newKey: made.keyId, overlap };
        const action = "api_key.rotated";
        await writeAudit(statementsOf(tx), { projectId, userId, action, target: keyId, details, at });
        return made;
      }),

    revokeApiKey: ({ projectId, keyId, kind, at, userId = null }) =>
      transactByPrisma({ prisma }, async (tx) => {
        await lockProject(statementsOf(tx), projectId);
        const key = await findKey(tx, projectId, keyId, kind);
        if (key === null) return false;
        if (key.revokedAt !== null) return true;
        await tx.apiKey.update({ where: { id: keyId }, data: { revokedAt: at } });
        const details = { kind: kinds[key.kind], lastFour: key.lastFour };
        const action = "api_key.revoked";
        await writeAudit(statementsOf(tx), { projectId, userId, action, target: keyId, details, at });
        return true;
      }),

    listApiKeys: async (projectId, now) => {
      const keys = await prisma.apiKey.findMany({
        where: { projectId },
        orderBy: [{ createdAt: "desc" }, { id: "desc" }],
        omit: { hash: true },
      });
      const endOf = ({ revokedAt, expiresAt }: KeyWithoutHash) => (revokedAt ?? expiresAt ?? now).getTime();
      const ended = keys
        .filter((key) => !isInForce(key, now))
        .sort((one, other) => endOf(other) - endOf(one) || (one.id < other.id ? 1 : -1));
      const forgotten = new Set(ended.slice(maxEnded));
      const makers = await prisma.user.findMany({
        where: { id: { in: [...new Set(keys.flatMap(({ createdById }) => createdById ?? []))] } },
        select: { id: true, name: true, email: true, memberships: { where: { projectId } } },
      });
      const makerOf = new Map(makers.map((maker) => [maker.id, maker]));
      return keys
        .filter((key) => !forgotten.has(key))
        .map((key) => toListed(key, key.createdById === null ? undefined : makerOf.get(key.createdById)));
    },
  };
}

/** Null when the project has no such key, or one of the other kind. */
function findKey(
  tx: PrismaTransaction,
  projectId: string,
  id: string,
  kind: ApiKeyKind | undefined,
): Promise<ApiKey | null> {
  const ofKind = kind === undefined ? {} : { kind: storedKinds[kind] };
  return tx.apiKey.findFirst({ where: { id, projectId, ...ofKind } });
}

/** How many inactive keys the list shows: those that ended last. */
const maxEnded = 50;

type KeyWithoutHash = Omit<ApiKey, "hash">;

type Maker = { name: string | null; email: string; memberships: readonly unknown[] };

function toListed(
  { id, kind, scope, createdById, ...key }: KeyWithoutHash,
  maker: Maker | undefined,
): ListedKey {
  const { lastFour, createdAt, lastUsedAt, expiresAt, revokedAt, replacedById } = key;
  const isMember = maker !== undefined && maker.memberships.length > 0;
  return {
    keyId: id,
    kind: kinds[kind],
    scope: scopes[scope],
    prefix: apiKeyPrefixes[kinds[kind]],
    lastFour,
    createdAt,
    lastUsedAt,
    expiresAt,
    revokedAt,
    replacedById,
    createdBy:
      createdById === null
        ? null
        : { userId: createdById, who: maker?.name ?? maker?.email ?? null, isMember },
  };
}

const kinds: Readonly<Record<StoredKind, ApiKeyKind>> = { SERVER: "server", API: "api" };
const storedKinds: Readonly<Record<ApiKeyKind, StoredKind>> = { server: "SERVER", api: "API" };
const scopes: Readonly<Record<StoredScope, KeyScope>> = { READ: "read", CREATE: "create", ALL: "all" };
const storedScopes: Readonly<Record<KeyScope, StoredScope>> = { read: "READ", create: "CREATE", all: "ALL" };
