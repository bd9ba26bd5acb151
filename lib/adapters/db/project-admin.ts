import { createHash, randomBytes } from "node:crypto";
import { type ApiKeyKind, formatApiKey } from "@/lib/core/api-key";
import type { Hex, TokenRef } from "@/lib/core/checkout";
import type { EventKind } from "@/lib/core/events";
import type { NewId } from "@/lib/services/ports/ids";
import type { Project } from "@/lib/services/ports/project-store";
import type { Database } from "./database";
import type { SecretBox } from "./secret-box";

/** What sets up users, projects, keys and endpoints: the demo's seed and the dashboard. */
export type ProjectAdmin = {
  /** @param passwordHash argon2id, PHC string; null for one who has not set a password */
  createUser(user: { email: string; passwordHash: string | null; at: Date }): Promise<{ userId: string }>;
  findUserByEmail(email: string): Promise<{ userId: string } | null>;
  createProject(project: NewProject): Promise<{ projectId: string }>;
  /** By name, the oldest that is not deleted. */
  findProject(name: string): Promise<{ projectId: string } | null>;
  acceptTokens(projectId: string, tokens: readonly TokenRef[], at: Date): Promise<void>;
  allowOrigins(projectId: string, origins: readonly string[], at: Date): Promise<void>;
  /** The key itself is in the answer and nowhere else. */
  createApiKey(key: {
    projectId: string;
    kind: ApiKeyKind;
    at: Date;
    expiresAt?: Date;
  }): Promise<{ keyId: string; key: string }>;
  /** @param secret `whsec_…`; kept sealed */
  createWebhookEndpoint(endpoint: {
    projectId: string;
    url: string;
    kinds: readonly EventKind[];
    secret: string;
    at: Date;
  }): Promise<{ endpointId: string }>;
};

export type NewProject = {
  name: string;
  /** Lower-case. */
  settlementWallet: Hex;
  refundMode: Project["refundMode"];
  settlementPolicy: Project["settlementPolicy"];
  toleranceBps?: number;
  apiKeyCreatesCheckouts?: boolean;
  /** Becomes its owner. */
  ownerId?: string;
  at: Date;
};

/** SHA-256 of the whole key, hex: what is stored of it and looked up by. */
export function hashApiKey(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

export function createProjectAdmin(
  { prisma }: Pick<Database, "prisma">,
  secretBox: SecretBox,
  newId: NewId,
): ProjectAdmin {
  return {
    createUser: async ({ email, passwordHash, at }) => {
      const userId = newId("usr");
      await prisma.user.create({ data: { id: userId, email, passwordHash, createdAt: at } });
      return { userId };
    },

    findUserByEmail: async (email) => {
      const user = await prisma.user.findUnique({ where: { email }, select: { id: true } });
      return user === null ? null : { userId: user.id };
    },

    createProject: async ({ ownerId, at, ...settings }) => {
      const projectId = newId("prj");
      await prisma.project.create({
        data: {
          id: projectId,
          ...settings,
          createdAt: at,
          ...(ownerId === undefined
            ? {}
            : { memberships: { create: { userId: ownerId, role: "OWNER", createdAt: at } } }),
        },
      });
      return { projectId };
    },

    findProject: async (name) => {
      const project = await prisma.project.findFirst({
        where: { name, deletedAt: null },
        orderBy: [{ createdAt: "asc" }, { id: "asc" }],
        select: { id: true },
      });
      return project === null ? null : { projectId: project.id };
    },

    acceptTokens: async (projectId, tokens, at) => {
      await prisma.acceptedToken.createMany({
        data: tokens.map(({ chainId, tokenAddress }) => ({
          projectId,
          chainId,
          tokenAddress,
          createdAt: at,
        })),
        skipDuplicates: true,
      });
    },

    allowOrigins: async (projectId, origins, at) => {
      await prisma.allowedOrigin.createMany({
        data: origins.map((origin) => ({ projectId, origin, createdAt: at })),
        skipDuplicates: true,
      });
    },

    createApiKey: async ({ projectId, kind, at, expiresAt }) => {
      const keyId = newId("key");
      const key = formatApiKey(kind, randomBytes(32));
      await prisma.apiKey.create({
        data: {
          id: keyId,
          projectId,
          kind: kind === "server" ? "SERVER" : "API",
          hash: hashApiKey(key),
          lastFour: key.slice(-4),
          createdAt: at,
          expiresAt: expiresAt ?? null,
        },
      });
      return { keyId, key };
    },

    createWebhookEndpoint: async ({ projectId, url, kinds, secret, at }) => {
      const endpointId = newId("whe");
      await prisma.webhookEndpoint.create({
        data: {
          id: endpointId,
          projectId,
          url,
          kinds: [...kinds],
          createdAt: at,
          secrets: { create: { ciphertext: secretBox.seal(secret, endpointId), createdAt: at } },
        },
      });
      return { endpointId };
    },
  };
}
