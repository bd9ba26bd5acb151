import type { AuditEntry } from "@/lib/accounts/audit.store";
import { fault } from "@/lib/platform/faults/fault.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";

/** External providers of sign-in. */
export type OauthProvider = "google" | "github";

/** @property subject the provider's own id of the person */
export type OauthLink = { provider: OauthProvider; subject: string };

/** A person's account, with every way to sign in. */
export type OwnAccount = {
  userId: string;
  email: string;
  name: string | null;
  /** Of their e-mails, as stored; null for none. */
  language: string | null;
  /** PHC string of argon2id; null without a password. */
  passwordHash: string | null;
  /** Lower-case. */
  walletAddress: Hex | null;
  hasSecondFactor: boolean;
  passkeyCount: number;
  links: readonly OauthLink[];
  /** The account's creator is known to read its mailbox. */
  isEmailProven: boolean;
};

/** A browser's session and its person. */
export type SessionRef = { userId: string; sessionId: string };

/** A signed-in person, with a session neither expired nor revoked. */
export type SignedIn = SessionRef & {
  email: string;
  name: string | null;
  /** Of their e-mails, as stored; null for none. */
  language: string | null;
  hasPassword: boolean;
  /** The wallet that signs this person in, lower-case. */
  walletAddress: `0x${string}` | null;
  hasSecondFactor: boolean;
  hasPasskey: boolean;
  /** Time of the last proof of identity: sensitive actions require a fresh one. */
  authenticatedAt: Date;
};

/** Who acts on their own account, and in which browser. */
export type ByPerson = {
  signedIn: SignedIn;
  /** Of this browser's latest challenge for passkeys. */
  browserSecret: string | null;
  /** Keeps a challenge's secret in this browser, where no script can read it. */
  withChallenge: <Options>(made: {
    browserSecret: string;
    options: Options;
  }) => Promise<{ options: Options }>;
};

/** A person's action on their own account, for the audit log. */
export function accountEntry(
  userId: string,
  action: string,
  at: Date,
  details: AuditEntry["details"] = null,
): AuditEntry {
  return { projectId: null, userId, action: `account.${action}`, target: userId, details, at };
}

/** @throws CheckoutError CONFLICT when the change would leave its owner no way to sign in */
export function requireWayIn({ passwordHash, walletAddress, passkeyCount, links }: OwnAccount): void {
  if (passwordHash !== null || walletAddress !== null || passkeyCount > 0 || links.length > 0) return;
  throw new CheckoutError("CONFLICT", fault("accounts.lastWayIn"));
}
