import type { Role } from "./roles.rules";

/** What a link says to anyone who opens it. */
export type Invited = {
  projectId: string;
  projectName: string;
  /** Whom it was sent to, lower-case. */
  email: string;
  role: Role;
  /** Null for one who is gone. */
  invitedBy: string | null;
  expiresAt: Date;
  /** Whether someone has an account with this address: then they sign in to accept. */
  hasAccount: boolean;
};

/** Someone who has no account yet. */
export type InvitedPerson = {
  userId: string;
  name: string | null;
  /** argon2id, PHC string. */
  passwordHash: string;
};

/** Invitations as those see them who were asked: by the token alone, which works once. */
export type InvitationStore = {
  /** Null for a link that is unknown, over, used or withdrawn, all alike. Consumes nothing. */
  find(tokenHash: string, now: Date): Promise<Invited | null>;
  /** Who is in the project already stays what they are there. `other_email`: it was sent to someone else. */
  acceptAs(
    userId: string,
    tokenHash: string,
    now: Date,
  ): Promise<{ kind: "accepted"; projectId: string } | { kind: "gone" } | { kind: "other_email" }>;
  /** Makes the account with the invitation's address, and the member, in one transaction. */
  acceptAsNew(
    person: InvitedPerson,
    tokenHash: string,
    now: Date,
  ): Promise<{ kind: "accepted"; projectId: string } | { kind: "gone" } | { kind: "has_account" }>;
};
