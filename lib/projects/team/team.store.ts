import { writeAudit } from "@/lib/accounts/audit.store";
import type { Role } from "@/lib/accounts/roles.rules";
import { type Database, type Queryable, run, transact } from "@/lib/platform/database";
import { graveLetters } from "@/lib/projects/grave-letters.store";
import type { Member, OpenInvitation, TeamStore, TeamTransaction } from "@/lib/projects/team-store.port";
import * as sql from "./team-statements.store";

/** A project's people in Postgres. Whoever changes them holds the project's row. */
export function createTeamStore({ pool }: Pick<Database, "pool">): TeamStore {
  return {
    members: async (projectId, now) =>
      (await run<MemberRow>(pool, sql.selectMembers, [projectId, now])).map(toMember),

    invitations: async (projectId) =>
      (await run<InvitationRow>(pool, sql.selectInvitations, [projectId])).map(toInvitation),

    transaction: (projectId, work) =>
      transact(pool, async (connection) => {
        const [project] = await run<{ name: string }>(connection, sql.lockProject, [projectId]);
        return project === undefined ? null : work(transactionOf(connection, projectId, project.name));
      }),
  };
}

function transactionOf(connection: Queryable, projectId: string, projectName: string): TeamTransaction {
  return {
    ...graveLetters(connection, projectId),
    projectName,

    person: async (userId) =>
      (await run<{ email: string; name: string | null }>(connection, sql.selectPerson, [userId]))[0] ?? null,

    roleOf: async (userId) =>
      (await run<{ role: Role }>(connection, sql.selectRole, [projectId, userId]))[0]?.role ?? null,

    otherOwners: async (userId) =>
      Number((await run<{ count: bigint }>(connection, sql.countOtherOwners, [projectId, userId]))[0]?.count),

    setRole: async (userId, role) => {
      await run(connection, sql.updateRole, [projectId, userId, role]);
    },

    remove: async (userId) => {
      await run(connection, sql.deleteMember, [projectId, userId]);
    },

    isMember: async (email) =>
      (await run(connection, sql.selectMemberByEmail, [projectId, email])).length > 0,

    invitation: async (by) => {
      const values = "email" in by ? [projectId, null, by.email] : [projectId, by.invitationId, null];
      const [row] = await run<InvitationRow>(connection, sql.selectInvitation, values);
      return row === undefined ? null : toInvitation(row);
    },

    countInvitations: async () =>
      Number((await run<{ count: bigint }>(connection, sql.countInvitations, [projectId]))[0]?.count),

    countSent: async (since, { email, userId }) => {
      const [row] = await run<SentRow>(connection, sql.countSent, [projectId, since, email, userId]);
      return {
        byProject: row?.by_project ?? 0,
        toAddress: row?.to_address ?? 0,
        byPerson: row?.by_person ?? 0,
      };
    },

    insertInvitation: async (
      { invitationId, email, role, tokenHash, mailed, expiresAt },
      invitedById,
      at,
    ) => {
      const values = [invitationId, projectId, email, role, tokenHash, mailed, invitedById, at, expiresAt];
      await run(connection, sql.insertInvitation, values);
    },

    renewInvitation: async ({ invitationId, tokenHash, mailed, expiresAt }, invitedById) => {
      await run(connection, sql.renewInvitation, [
        projectId,
        invitationId,
        tokenHash,
        mailed,
        expiresAt,
        invitedById,
      ]);
    },

    revokeInvitation: async (invitationId, at) => {
      await run(connection, sql.revokeInvitation, [projectId, invitationId, at]);
    },

    revokeInvitationsOf: async (userId, roles, at) =>
      (await run(connection, sql.revokeInvitationsOf, [projectId, userId, roles, at])).length,

    cancelWalletChangeOf: async (userId, at) =>
      (await run<{ id: string }>(connection, sql.cancelWalletChangeOf, [projectId, userId, at]))[0]?.id ??
      null,

    countServerKeysOf: async (userId, at) => {
      const values = [projectId, userId, at];
      return Number((await run<{ count: bigint }>(connection, sql.countServerKeysOf, values))[0]?.count);
    },

    audit: (entry) => writeAudit(connection, entry),
  };
}

type MemberRow = {
  user_id: string;
  email: string;
  name: string | null;
  role: Role;
  created_at: Date;
  has_second_factor: boolean;
  server_keys: number;
};

function toMember(row: MemberRow): Member {
  return {
    userId: row.user_id,
    email: row.email,
    name: row.name,
    role: row.role,
    joinedAt: row.created_at,
    hasSecondFactor: row.has_second_factor,
    serverKeys: row.server_keys,
  };
}

type SentRow = { by_project: number; to_address: number; by_person: number };

type InvitationRow = {
  id: string;
  email: string;
  role: Role;
  invited_by: string | null;
  created_at: Date;
  expires_at: Date;
};

function toInvitation(row: InvitationRow): OpenInvitation {
  return {
    invitationId: row.id,
    email: row.email,
    role: row.role,
    invitedBy: row.invited_by,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}
