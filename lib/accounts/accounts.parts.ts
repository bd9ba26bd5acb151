import type { Chain } from "@/lib/chain/chains.rules";
import type { ChainReader } from "@/lib/chain/reader/chain-reader.port";
import type { VerifyMessage } from "@/lib/chain/wallets.chain";
import type { Mail } from "@/lib/letters/send-letters";
import type { Clock } from "@/lib/platform/clock";
import type { NewId } from "@/lib/platform/ids";
import type { RateLimiter } from "@/lib/platform/limits/rate-limiter.port";
import type { OwnAccountStore } from "./own-account.store";
import type { PasskeyStore } from "./passkeys/passkey.store";
import type { PasswordHasher } from "./password/passwords";
import type { AccountTokenStore, PeopleStore } from "./people.store";
import type { Role } from "./roles.rules";
import type { SecondFactorStore } from "./second-factor/second-factor.store";
import type { SessionStore } from "./sign-in/session.store";
import type { SignInMessages } from "./sign-in/sign-in-messages.chain";

/** What tells whether a wallet signed a text. */
export type SignatureParts = {
  chains: readonly Chain[];
  reader: (chainId: number) => ChainReader;
  verifyMessage: VerifyMessage;
};

/** What an operator's command has, too: it serves no requests. */
export type PeopleParts = {
  clock: Clock;
  people: PeopleStore;
  accountTokens: AccountTokenStore;
  secondFactors: SecondFactorStore;
};

export type AccountParts = SignatureParts &
  PeopleParts & {
    newId: NewId;
    /** Origin of the dashboard: passkeys belong to it, wallets sign for it, and letters link to it. */
    dashboardUrl: string;
    sessions: SessionStore;
    ownAccounts: OwnAccountStore;
    passkeys: PasskeyStore;
    passwords: PasswordHasher;
    invitations: InvitationStore;
    signInMessages: SignInMessages;
    rateLimiter: RateLimiter;
    /** Attempts per minute, for each way to sign in. */
    signInLimits: { perAccount: number; perClient: number };
    mail: Mail;
  };

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
