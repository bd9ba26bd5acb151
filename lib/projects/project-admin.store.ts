import { insertPerson } from "@/lib/accounts/people.store";
import type { TokenRef } from "@/lib/chain/token.rules";
import type { Connections } from "@/lib/platform/database";
import type { NewId } from "@/lib/platform/ids";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { parseOrigin } from "@/lib/platform/values/url.rules";
import { createProjectKeys, type ProjectKeys } from "@/lib/projects/keys/project-keys.store";
import type { Project } from "./project.store";

/** Sets up users, projects and keys: for the demo's seed and the dashboard. */
export type ProjectAdmin = ProjectKeys & {
  /** @param passwordHash argon2id, PHC string; null without a password yet */
  createUser(user: { email: string; passwordHash: string | null; at: Date }): Promise<{ userId: string }>;
  findUserByEmail(email: string): Promise<{ userId: string } | null>;
  createProject(project: NewProject): Promise<{ projectId: string }>;
  /** By name, the oldest that is not deleted. */
  findProject(name: string): Promise<{ projectId: string } | null>;
  acceptTokens(projectId: string, tokens: readonly TokenRef[], at: Date): Promise<void>;
  /** @throws RangeError when one is not an origin; then none is added */
  allowOrigins(projectId: string, origins: readonly string[], at: Date): Promise<void>;
  /** @param wallets lower-case; a create may then name only these and the settlement wallet */
  allowWallets(projectId: string, wallets: readonly Hex[], at: Date): Promise<void>;
  /** For new checkouts; existing ones keep theirs. */
  setConfirmationSpeed(projectId: string, speed: Project["confirmationSpeed"]): Promise<void>;
  /** Revokes its keys at once; payments to its deposit addresses continue. */
  deleteProject(projectId: string, at: Date): Promise<void>;
};

export type NewProject = {
  name: string;
  /** Lower-case. */
  settlementWallet: Hex;
  refundMode: Project["refundMode"];
  settlementPolicy: Project["settlementPolicy"];
  toleranceBps?: number;
  confirmationSpeed?: Project["confirmationSpeed"];
  apiKeyUse?: Project["apiKeyUse"];
  apiKeyCreatesCheckouts?: boolean;
  serverRequestsPerMinute?: number;
  minimumUnits?: bigint;
  refundDailyLimitUnits?: bigint;
  /** Becomes its owner. */
  ownerId?: string;
  at: Date;
};

export function createProjectAdmin(database: Connections, newId: NewId): ProjectAdmin {
  const { prisma } = database;
  return {
    ...createProjectKeys(database, newId),

    createUser: async ({ email, passwordHash, at }) => {
      const userId = newId("usr");
      const person = { id: userId, email, passwordHash, createdAt: at };
      if (!(await insertPerson(prisma, person))) throw new Error(`${email} has an account`);
      return { userId };
    },

    findUserByEmail: async (email) => {
      const user = await prisma.user.findUnique({ where: { email }, select: { id: true } });
      return user === null ? null : { userId: user.id };
    },

    createProject: async ({ ownerId, at, minimumUnits, refundDailyLimitUnits, ...settings }) => {
      const projectId = newId("prj");
      await prisma.project.create({
        data: {
          id: projectId,
          ...settings,
          ...(minimumUnits === undefined ? {} : { minimumUnits: minimumUnits.toString() }),
          ...(refundDailyLimitUnits === undefined
            ? {}
            : { refundDailyLimitUnits: refundDailyLimitUnits.toString() }),
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
        data: origins.map((text) => ({ projectId, origin: requireOrigin(text), createdAt: at })),
        skipDuplicates: true,
      });
    },

    allowWallets: async (projectId, wallets, at) => {
      await prisma.allowedWallet.createMany({
        data: wallets.map((address) => ({ projectId, address, createdAt: at })),
        skipDuplicates: true,
      });
    },

    setConfirmationSpeed: async (projectId, speed) => {
      await prisma.project.update({
        where: { id: projectId, deletedAt: null },
        data: { confirmationSpeed: speed },
      });
    },

    deleteProject: async (projectId, at) => {
      await prisma.project.updateMany({ where: { id: projectId, deletedAt: null }, data: { deletedAt: at } });
    },
  };
}

function requireOrigin(text: string): string {
  const origin = parseOrigin(text);
  if (origin === null) throw new RangeError(`${JSON.stringify(text)} is no origin that browsers send`);
  return origin;
}
