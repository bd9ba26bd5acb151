import { type AuditEntry, writeAudit } from "@/lib/accounts/audit.store";
import type { Role } from "@/lib/accounts/roles.rules";
import type { LetterReader } from "@/lib/letters/letter-text";
import {
  type Connections,
  type PrismaTransaction,
  statementsOf,
  transactByPrisma,
} from "@/lib/platform/database";
import { lockProject, type SecurityEmails, securityEmails } from "@/lib/projects/project-lock.store";
import type { Invitation } from "@/prisma/generated/client";

/** A member as the others see them. */
export type Member = {
  userId: string;
  email: string;
  name: string | null;
  role: Role;
  joinedAt: Date;
  hasSecondFactor: boolean;
  /** Active server keys that they created, and so may know. */
  serverKeys: number;
};

/** A pending invitation. */
export type OpenInvitation = {
  invitationId: string;
  email: string;
  role: Role;
  /** The inviter; null for a deleted account. */
  invitedBy: string | null;
  createdAt: Date;
  /** Expiry of its link. */
  expiresAt: Date;
};

export type NewInvitation = {
  invitationId: string;
  /** Lower-case. */
  email: string;
  role: Role;
  /** SHA-256 of the link's token, hex. */
  tokenHash: string;
  /** We e-mail the link and show it to no one. */
  mailed: boolean;
  expiresAt: Date;
};

export type SentInvitations = { byProject: number; toAddress: number; byPerson: number };

/**
 * A project's members within one transaction that locks them against other changes. Everything in it concerns that
 * project only.
 */
export type TeamTransaction = SecurityEmails & {
  projectName: string;
  person(userId: string): Promise<(LetterReader & { name: string | null }) | null>;
  /** The stored language of the person with this address, a member or not; null without one. */
  languageOf(email: string): Promise<string | null>;
  /** Null for a non-member. */
  roleOf(userId: string): Promise<Role | null>;
  /** Other owners who can still sign in. */
  otherOwners(userId: string): Promise<number>;
  setRole(userId: string, role: Role): Promise<void>;
  remove(userId: string): Promise<void>;
  isMember(email: string): Promise<boolean>;
  /** An invitation that is neither accepted nor revoked, expired or not. */
  invitation(by: { invitationId: string } | { email: string }): Promise<OpenInvitation | null>;
  countInvitations(): Promise<number>;
  /**
   * Links sent since then, new and renewed: in the project, to this address, by this person in it, and by this person
   * anywhere. The last count misses concurrent transactions of other projects.
   */
  countSent(since: Date, of: { email: string; userId: string }): Promise<SentInvitations>;
  insertInvitation(invitation: NewInvitation, invitedById: string, at: Date): Promise<void>;
  /** The previous link stops working. */
  renewInvitation(invitation: Omit<NewInvitation, "email" | "role">, invitedById: string): Promise<void>;
  revokeInvitation(invitationId: string, at: Date): Promise<void>;
  /** Pending ones from this person. @param roles the invited roles */
  revokeInvitationsOf(userId: string, roles: readonly Role[], at: Date): Promise<number>;
  /** The pending settlement wallet that this person requested. @returns its change's id */
  cancelWalletChangeOf(userId: string, at: Date): Promise<string | null>;
  /** Active server keys created by this person. */
  countServerKeysOf(userId: string, at: Date): Promise<number>;
  audit(entry: AuditEntry): Promise<void>;
};

export type TeamStore = {
  /** Owners first, then by the date they joined. */
  members(projectId: string, now: Date): Promise<Member[]>;
  /** Newest first; expired ones too, until renewed or revoked. */
  invitations(projectId: string): Promise<OpenInvitation[]>;
  /** Null when there is no such project (any more); then nothing ran. */
  transaction<T>(projectId: string, work: (tx: TeamTransaction) => Promise<T>): Promise<T | null>;
};

/** A project's members in Postgres. Every change locks the project's row. */
export function createTeamStore({ prisma }: Connections): TeamStore {
  return {
    members: async (projectId, now) => {
      const [members, keys] = await Promise.all([
        prisma.membership.findMany({
          where: { projectId },
          include: { user: true },
          orderBy: [{ role: "asc" }, { createdAt: "asc" }, { userId: "asc" }],
          take: 500,
        }),
        prisma.apiKey.groupBy({ by: "createdById", where: serverKeysInForce(projectId, now), _count: true }),
      ]);
      const keysOf = new Map(keys.map(({ createdById, _count }) => [createdById, _count]));
      return members.map(({ userId, role, createdAt, user }) => ({
        userId,
        email: user.email,
        name: user.name,
        role,
        joinedAt: createdAt,
        hasSecondFactor: user.totpEnabledAt !== null,
        serverKeys: keysOf.get(userId) ?? 0,
      }));
    },

    invitations: async (projectId) => {
      const invitations = await prisma.invitation.findMany({
        where: openIn(projectId),
        orderBy: [{ createdAt: "desc" }, { id: "desc" }],
        take: 500,
      });
      return withInviters(prisma, invitations);
    },

    transaction: (projectId, work) =>
      transactByPrisma({ prisma }, async (tx) => {
        const project = await lockProject(statementsOf(tx), projectId);
        return project === null ? null : work(transactionOf(tx, projectId, project.name));
      }),
  };
}

const serverKeysInForce = (projectId: string, now: Date) => ({
  projectId,
  kind: "SERVER" as const,
  revokedAt: null,
  OR: [{ expiresAt: null }, { expiresAt: { gt: now } }],
});

const openIn = (projectId: string) => ({ projectId, acceptedAt: null, revokedAt: null });

async function withInviters(
  tx: PrismaTransaction,
  invitations: readonly Invitation[],
): Promise<OpenInvitation[]> {
  const ids = invitations.flatMap(({ invitedById }) => invitedById ?? []);
  const people = await tx.user.findMany({
    where: { id: { in: ids } },
    select: { id: true, name: true, email: true },
  });
  const names = new Map(people.map(({ id, name, email }) => [id, name ?? email]));
  return invitations.map(({ id, email, role, invitedById, createdAt, expiresAt }) => ({
    invitationId: id,
    email,
    role,
    invitedBy: names.get(invitedById ?? "") ?? null,
    createdAt,
    expiresAt,
  }));
}

function transactionOf(tx: PrismaTransaction, projectId: string, projectName: string): TeamTransaction {
  const open = openIn(projectId);
  return {
    ...securityEmails(tx, projectId),
    projectName,

    person: async (id) => {
      const select = { email: true, name: true, language: true };
      const person = await tx.user.findUnique({ where: { id }, select });
      return person === null ? null : { userId: id, ...person };
    },

    languageOf: async (email) =>
      (await tx.user.findUnique({ where: { email }, select: { language: true } }))?.language ?? null,

    roleOf: async (userId) =>
      (await tx.membership.findUnique({ where: { userId_projectId: { userId, projectId } } }))?.role ?? null,

    otherOwners: (userId) =>
      tx.membership.count({
        where: { projectId, userId: { not: userId }, role: "OWNER", user: { disabledAt: null } },
      }),

    setRole: async (userId, role) => {
      await tx.membership.updateMany({ where: { projectId, userId }, data: { role } });
    },

    remove: async (userId) => {
      await tx.membership.deleteMany({ where: { projectId, userId } });
    },

    isMember: async (email) => (await tx.membership.count({ where: { projectId, user: { email } } })) > 0,

    invitation: async (by) => {
      const which = "email" in by ? { email: by.email } : { id: by.invitationId };
      const invitation = await tx.invitation.findFirst({ where: { ...open, ...which } });
      return invitation === null ? null : ((await withInviters(tx, [invitation]))[0] ?? null);
    },

    countInvitations: () => tx.invitation.count({ where: open }),

    countSent: async (since, { email, userId }) => {
      // The condition on the action is that of two partial indexes.
      const sent = { action: { in: ["team.invited", "team.invitation_renewed"] }, createdAt: { gte: since } };
      const toAddress = {
        OR: [{ projectId }, { userId }],
        details: { path: ["email"], equals: email },
      };
      return {
        byProject: await tx.auditLog.count({ where: { ...sent, projectId } }),
        toAddress: await tx.auditLog.count({ where: { ...sent, ...toAddress } }),
        byPerson: await tx.auditLog.count({ where: { ...sent, userId } }),
      };
    },

    insertInvitation: async ({ invitationId: id, ...invitation }, invitedById, at) => {
      await tx.invitation.create({ data: { id, projectId, ...invitation, invitedById, createdAt: at } });
    },

    renewInvitation: async ({ invitationId: id, tokenHash, mailed, expiresAt }, invitedById) => {
      const data = { tokenHash, mailed, expiresAt, invitedById };
      await tx.invitation.updateMany({ where: { ...open, id }, data });
    },

    revokeInvitation: async (id, at) => {
      await tx.invitation.updateMany({ where: { ...open, id }, data: { revokedAt: at } });
    },

    revokeInvitationsOf: async (userId, roles, at) => {
      const where = { ...open, invitedById: userId, role: { in: [...roles] } };
      return (await tx.invitation.updateMany({ where, data: { revokedAt: at } })).count;
    },

    cancelWalletChangeOf: async (userId, at) => {
      const [cancelled] = await tx.walletChange.updateManyAndReturn({
        where: { projectId, requestedById: userId, appliedAt: null, cancelledAt: null },
        data: { cancelledAt: at },
        select: { id: true },
      });
      return cancelled?.id ?? null;
    },

    countServerKeysOf: (userId, at) =>
      tx.apiKey.count({ where: { ...serverKeysInForce(projectId, at), createdById: userId } }),

    audit: (entry) => writeAudit(statementsOf(tx), entry),
  };
}
