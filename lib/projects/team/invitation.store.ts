import { writeAudit } from "@/lib/accounts/audit.store";
import type { InvitationStore } from "@/lib/accounts/invitation-store.port";
import type { Role } from "@/lib/accounts/roles.rules";
import {
  type Database,
  type PrismaTransaction,
  run,
  type Statement,
  statementsOf,
  transactByPrisma,
} from "@/lib/platform/database";

/** Accepting invitations, in Postgres: of two people with the same link, the second finds it used. */
export function createInvitationStore({ prisma }: Pick<Database, "prisma">): InvitationStore {
  return {
    find: async (tokenHash, now) => {
      const invitation = await prisma.invitation.findFirst({
        where: {
          tokenHash,
          acceptedAt: null,
          revokedAt: null,
          expiresAt: { gt: now },
          project: { deletedAt: null },
        },
        include: { project: { select: { name: true } } },
      });
      if (invitation === null) return null;
      const { projectId, project, email, role, invitedById, expiresAt } = invitation;
      const people = await prisma.user.findMany({ where: { OR: [{ id: invitedById ?? "" }, { email }] } });
      const inviter = people.find(({ id }) => id === invitedById);
      const hasAccount = people.some((person) => person.email === email);
      const invitedBy = inviter?.name ?? inviter?.email ?? null;
      return { projectId, projectName: project.name, email, role, invitedBy, expiresAt, hasAccount };
    },

    acceptAs: (userId, tokenHash, now) =>
      transactByPrisma({ prisma }, async (tx) => {
        const invitation = await lock(tx, tokenHash, now);
        if (invitation === null) return { kind: "gone" };
        const person = await tx.user.findFirst({ where: { id: userId, disabledAt: null } });
        if (person?.email !== invitation.email) return { kind: "other_email" };
        // A person who is signed in to the account also reads its mailbox.
        const unproven = { id: userId, emailProvenAt: null };
        if (invitation.mailed) await tx.user.updateMany({ where: unproven, data: { emailProvenAt: now } });
        await join(tx, invitation, userId, now);
        return { kind: "accepted", projectId: invitation.project_id };
      }),

    acceptAsNew: ({ userId, name, passwordHash }, tokenHash, now) =>
      transactByPrisma({ prisma }, async (tx) => {
        const invitation = await lock(tx, tokenHash, now);
        if (invitation === null) return { kind: "gone" };
        const { email, mailed } = invitation;
        const person = {
          id: userId,
          email,
          name,
          passwordHash,
          createdAt: now,
          emailProvenAt: mailed ? now : null,
        };
        const { count } = await tx.user.createMany({ data: [person], skipDuplicates: true });
        if (count === 0) return { kind: "has_account" };
        await join(tx, invitation, userId, now);
        return { kind: "accepted", projectId: invitation.project_id };
      }),
  };
}

type LockedInvitation = { id: string; project_id: string; email: string; role: Role; mailed: boolean };

/** Locks the project first, like every change of its members. */
async function lock(tx: PrismaTransaction, tokenHash: string, now: Date): Promise<LockedInvitation | null> {
  const [project] = await run(statementsOf(tx), lockProject, [tokenHash]);
  if (project === undefined) return null;
  const [invitation] = await run<LockedInvitation>(statementsOf(tx), lockInvitation, [tokenHash, now]);
  return invitation ?? null;
}

async function join(
  tx: PrismaTransaction,
  { id, project_id: projectId, email, role }: LockedInvitation,
  userId: string,
  at: Date,
): Promise<void> {
  await tx.invitation.update({ where: { id }, data: { acceptedAt: at } });
  const member = { userId, projectId, role, createdAt: at };
  const { count } = await tx.membership.createMany({ data: [member], skipDuplicates: true });
  await writeAudit(statementsOf(tx), {
    projectId,
    userId,
    action: "team.joined",
    target: userId,
    details: { email, role, invitationId: id, wasMember: count === 0 },
    at,
  });
}

/** SQL: row lock. */
const lockProject: Statement = {
  name: "invitation_lock_project",
  text: `
    SELECT project.id FROM projects AS project
    WHERE project.id = (SELECT project_id FROM invitations WHERE token_hash = $1) AND project.deleted_at IS NULL
    FOR NO KEY UPDATE`,
};
/** SQL: row lock. */
const lockInvitation: Statement = {
  name: "invitation_lock",
  text: `
    SELECT invitation.id, invitation.project_id, invitation.email, invitation.role, invitation.mailed
    FROM invitations AS invitation WHERE 
      invitation.token_hash = $1 AND invitation.accepted_at IS NULL AND invitation.revoked_at IS NULL
      AND invitation.expires_at > $2::timestamptz FOR UPDATE`,
};
