import type { InvitationStore } from "@/lib/accounts/accounts.parts";
import { writeAudit } from "@/lib/accounts/audit.store";
import { insertPerson, noteProvenEmail } from "@/lib/accounts/people.store";
import {
  type Connections,
  type PrismaTransaction,
  statementsOf,
  transactByPrisma,
} from "@/lib/platform/database";
import { lockProject } from "@/lib/projects/project-lock.store";
import type { Invitation } from "@/prisma/generated/client";

/** Accepting invitations, in Postgres: of two people with the same link, the second finds it used. */
export function createInvitationStore({ prisma }: Connections): InvitationStore {
  return {
    find: async (tokenHash, now) => {
      const invitation = await prisma.invitation.findFirst({
        where: {
          tokenHash,
          ...open,
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
        if (invitation.mailed) await noteProvenEmail(tx, userId, now);
        await join(tx, invitation, userId, now);
        return { kind: "accepted", projectId: invitation.projectId };
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
        if (!(await insertPerson(tx, person))) return { kind: "has_account" };
        await join(tx, invitation, userId, now);
        return { kind: "accepted", projectId: invitation.projectId };
      }),
  };
}

const open = { acceptedAt: null, revokedAt: null };

/** Under the project's lock, as everybody holds it who changes its people. */
async function lock(tx: PrismaTransaction, tokenHash: string, now: Date): Promise<Invitation | null> {
  const named = await tx.invitation.findUnique({ where: { tokenHash }, select: { projectId: true } });
  if (named === null || (await lockProject(statementsOf(tx), named.projectId)) === null) return null;
  return tx.invitation.findFirst({ where: { tokenHash, ...open, expiresAt: { gt: now } } });
}

async function join(
  tx: PrismaTransaction,
  { id, projectId, email, role }: Invitation,
  userId: string,
  at: Date,
): Promise<void> {
  const accepted = await tx.invitation.updateMany({ where: { id, ...open }, data: { acceptedAt: at } });
  // It was read under the project's lock.
  if (accepted.count !== 1) throw new Error(`invitation ${id} is not open`);
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
