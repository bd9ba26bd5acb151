import type { Role } from "./roles.rules";

/** What a link shows to anyone who opens it. */
export type Invited = {
  projectId: string;
  projectName: string;
  /** Its recipient, lower-case. */
  email: string;
  role: Role;
  /** Null for a deleted account. */
  invitedBy: string | null;
  expiresAt: Date;
  /** Whether an account has this address: then they sign in to accept. */
  hasAccount: boolean;
};

/** An invited person without an account. */
export type InvitedPerson = {
  userId: string;
  name: string | null;
  /** argon2id, PHC string. */
  passwordHash: string;
};

/** Invitations for their recipients: found by the token alone, which works once. */
export type InvitationStore = {
  /** Null for an unknown, expired, used or revoked link. Does not use it up. */
  find(tokenHash: string, now: Date): Promise<Invited | null>;
  /** An existing member keeps their role. `other_email`: it was sent to someone else. */
  acceptAs(
    userId: string,
    tokenHash: string,
    now: Date,
  ): Promise<{ kind: "accepted"; projectId: string } | { kind: "gone" } | { kind: "other_email" }>;
  /** Creates the account with the invitation's address, and the membership, in one transaction. */
  acceptAsNew(
    person: InvitedPerson,
    tokenHash: string,
    now: Date,
  ): Promise<{ kind: "accepted"; projectId: string } | { kind: "gone" } | { kind: "has_account" }>;
};
