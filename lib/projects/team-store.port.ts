import type { AuditEntry } from "@/lib/accounts/audit.port";
import type { Role } from "@/lib/accounts/roles.rules";
import type { GraveLetters } from "./grave-letters.port";

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
