import { type AuditEntry, writeAudit } from "@/lib/accounts/audit.store";
import type { Role } from "@/lib/accounts/roles.rules";
import { type Database, type Queryable, run, transact } from "@/lib/platform/database";
import { type GraveLetters, graveLetters } from "@/lib/projects/logs/grave-letters.store";
import * as sql from "./team-statements.store";

/** A person in a project, as its people see each other. */
export type Member = {
  userId: string;
  email: string;
  name: string | null;
  role: Role;
  joinedAt: Date;
  hasSecondFactor: boolean;
  /** Server keys in force that they made, and so may know. */
  serverKeys: number;
};

/** Somebody who is asked to join and has not come yet. */
export type OpenInvitation = {
  invitationId: string;
  email: string;
  role: Role;
  /** Who asked; null for one who is gone. */
  invitedBy: string | null;
  createdAt: Date;
  /** Its link is good until then. */
  expiresAt: Date;
};

export type NewInvitation = {
  invitationId: string;
  /** Lower-case. */
  email: string;
  role: Role;
  /** SHA-256 of the link's token, hex. */
  tokenHash: string;
  /** Its link goes out in a letter and is shown to nobody. */
  mailed: boolean;
  expiresAt: Date;
};

export type SentInvitations = { byProject: number; toAddress: number; byPerson: number };

/**
 * A project's people within one transaction, in which nobody else changes them. What stands in it is of that project
 * alone.
 */
export type TeamTransaction = GraveLetters & {
  projectName: string;
  person(userId: string): Promise<{ email: string; name: string | null } | null>;
  /** Null for who is no member. */
  roleOf(userId: string): Promise<Role | null>;
  /** Owners beside this person who can still sign in. */
  otherOwners(userId: string): Promise<number>;
  setRole(userId: string, role: Role): Promise<void>;
  remove(userId: string): Promise<void>;
  isMember(email: string): Promise<boolean>;
  /** An invitation that is neither accepted nor revoked, whether its time is over or not. */
  invitation(by: { invitationId: string } | { email: string }): Promise<OpenInvitation | null>;
  countInvitations(): Promise<number>;
  /**
   * Links that were sent since then, first ones and new ones: in the project, to this address there or by this person,
   * and by this person anywhere. The last without those that other projects' transactions are about to write.
   */
  countSent(since: Date, of: { email: string; userId: string }): Promise<SentInvitations>;
  insertInvitation(invitation: NewInvitation, invitedById: string, at: Date): Promise<void>;
  /** The link given before is good no more. */
  renewInvitation(
    invitation: Pick<NewInvitation, "invitationId" | "tokenHash" | "mailed" | "expiresAt">,
    invitedById: string,
  ): Promise<void>;
  revokeInvitation(invitationId: string, at: Date): Promise<void>;
  /** Open ones that this person sent. @param roles of which roles */
  revokeInvitationsOf(userId: string, roles: readonly Role[], at: Date): Promise<number>;
  /** The settlement wallet that waits at this person's request. @returns its change's id */
  cancelWalletChangeOf(userId: string, at: Date): Promise<string | null>;
  /** Server keys that this person made and that open something at that moment. */
  countServerKeysOf(userId: string, at: Date): Promise<number>;
  audit(entry: AuditEntry): Promise<void>;
};

export type TeamStore = {
  /** Owners first, then by when they came. */
  members(projectId: string, now: Date): Promise<Member[]>;
  /** Newest first; those whose time is over too, until they are sent anew or revoked. */
  invitations(projectId: string): Promise<OpenInvitation[]>;
  /** Null when there is no such project (any more): nothing was done. */
  transaction<T>(projectId: string, work: (tx: TeamTransaction) => Promise<T>): Promise<T | null>;
};

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
