import { writeAudit } from "@/lib/accounts/audit.store";
import type { InvitationStore } from "@/lib/accounts/invitation-store.port";
import type { Role } from "@/lib/accounts/roles.rules";
import { type Database, type Queryable, run, type Statement, transact } from "@/lib/platform/database";

/** Invitations in Postgres, as they are accepted: of two who come with one link the second finds it used. */
export function createInvitationStore({ pool }: Pick<Database, "pool">): InvitationStore {
  return {
    find: async (tokenHash, now) => {
      const [row] = await run<InvitedRow>(pool, selectInvited, [tokenHash, now]);
      return row === undefined
        ? null
        : {
            projectId: row.project_id,
            projectName: row.project_name,
            email: row.email,
            role: row.role,
            invitedBy: row.invited_by,
            expiresAt: row.expires_at,
            hasAccount: row.has_account,
          };
    },

    acceptAs: (userId, tokenHash, now) =>
      transact(pool, async (connection) => {
        const invitation = await lock(connection, tokenHash, now);
        if (invitation === null) return { kind: "gone" };
        const [person] = await run<{ email: string }>(connection, selectPerson, [userId]);
        if (person?.email !== invitation.email) return { kind: "other_email" };
        if (invitation.mailed) await run(connection, proveEmail, [userId, now]);
        await join(connection, invitation, userId, now);
        return { kind: "accepted", projectId: invitation.project_id };
      }),

    acceptAsNew: ({ userId, name, passwordHash }, tokenHash, now) =>
      transact(pool, async (connection) => {
        const invitation = await lock(connection, tokenHash, now);
        if (invitation === null) return { kind: "gone" };
        const provenAt = invitation.mailed ? now : null;
        const values = [userId, invitation.email, name, passwordHash, now, provenAt];
        const made = await run(connection, insertPerson, values);
        if (made.length === 0) return { kind: "has_account" };
        await join(connection, invitation, userId, now);
        return { kind: "accepted", projectId: invitation.project_id };
      }),
  };
}

type LockedInvitation = { id: string; project_id: string; email: string; role: Role; mailed: boolean };

/** The project first, as everybody does who changes its people. */
async function lock(connection: Queryable, tokenHash: string, now: Date): Promise<LockedInvitation | null> {
  const [project] = await run(connection, lockProject, [tokenHash]);
  if (project === undefined) return null;
  const [invitation] = await run<LockedInvitation>(connection, lockInvitation, [tokenHash, now]);
  return invitation ?? null;
}

async function join(
  connection: Queryable,
  { id, project_id, email, role }: LockedInvitation,
  userId: string,
  at: Date,
): Promise<void> {
  await run(connection, acceptInvitation, [id, at]);
  const joined = await run(connection, insertMember, [userId, project_id, role, at]);
  await writeAudit(connection, {
    projectId: project_id,
    userId,
    action: "team.joined",
    target: userId,
    details: { email, role, invitationId: id, wasMember: joined.length === 0 },
    at,
  });
}

type InvitedRow = {
  project_id: string;
  project_name: string;
  email: string;
  role: Role;
  invited_by: string | null;
  expires_at: Date;
  has_account: boolean;
};

const isOpen = `
  invitation.token_hash = $1 AND invitation.accepted_at IS NULL AND invitation.revoked_at IS NULL
    AND invitation.expires_at > $2::timestamptz`;

const selectInvited: Statement = {
  name: "invitation_find",
  text: `
    SELECT project.id AS project_id, project.name AS project_name, invitation.email, invitation.role,
      coalesce(inviter.name, inviter.email) AS invited_by, invitation.expires_at,
      EXISTS (SELECT FROM users AS person WHERE person.email = invitation.email) AS has_account
    FROM invitations AS invitation
    JOIN projects AS project ON project.id = invitation.project_id AND project.deleted_at IS NULL
    LEFT JOIN users AS inviter ON inviter.id = invitation.invited_by_id
    WHERE ${isOpen}`,
};
const lockProject: Statement = {
  name: "invitation_lock_project",
  text: `
    SELECT project.id FROM projects AS project
    WHERE project.id = (SELECT project_id FROM invitations WHERE token_hash = $1) AND project.deleted_at IS NULL
    FOR NO KEY UPDATE`,
};
const lockInvitation: Statement = {
  name: "invitation_lock",
  text: `
    SELECT invitation.id, invitation.project_id, invitation.email, invitation.role, invitation.mailed
    FROM invitations AS invitation WHERE ${isOpen} FOR UPDATE`,
};
const selectPerson: Statement = {
  name: "invitation_person",
  text: "SELECT email FROM users WHERE id = $1 AND disabled_at IS NULL",
};
const insertPerson: Statement = {
  name: "invitation_make_person",
  text: `
    INSERT INTO users (id, email, name, password_hash, created_at, email_proven_at)
    VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT DO NOTHING RETURNING id`,
};
/** Who signed in to the account has its letters, too. */
const proveEmail: Statement = {
  name: "invitation_prove_email",
  text: "UPDATE users SET email_proven_at = coalesce(email_proven_at, $2) WHERE id = $1",
};
const acceptInvitation: Statement = {
  name: "invitation_accept",
  text: "UPDATE invitations SET accepted_at = $2 WHERE id = $1",
};
const insertMember: Statement = {
  name: "invitation_make_member",
  text: `
    INSERT INTO memberships (user_id, project_id, role, created_at) VALUES ($1, $2, $3::role, $4)
    ON CONFLICT (user_id, project_id) DO NOTHING RETURNING user_id`,
};
