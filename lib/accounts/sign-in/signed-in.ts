import type { AuditEntry } from "@/lib/accounts/audit.store";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";

/** Where else someone may have an account that signs them in here. */
export type OauthProvider = "google" | "github";

/** @property subject the provider's own id of the person */
export type OauthLink = { provider: OauthProvider; subject: string };

/** A person's account, with every way in which they sign in. */
export type OwnAccount = {
  userId: string;
  email: string;
  name: string | null;
  /** PHC string of argon2id; null for one who signs in otherwise. */
  passwordHash: string | null;
  /** Lower-case. */
  walletAddress: Hex | null;
  hasSecondFactor: boolean;
  links: readonly OauthLink[];
  /** It is known that anyone who made this account reads its mailbox. */
  isEmailProven: boolean;
};

/** Who is signed in: a session that is neither over nor revoked, and its person. */
export type SignedIn = {
  sessionId: string;
  userId: string;
  email: string;
  name: string | null;
  hasPassword: boolean;
  /** The wallet that signs this person in, lower-case. */
  walletAddress: `0x${string}` | null;
  hasSecondFactor: boolean;
  /** When they last proved who they are: grave changes ask for it anew. */
  authenticatedAt: Date;
};

/** What a person did to their own account, for the audit log. */
export function accountEntry(
  userId: string,
  action: string,
  at: Date,
  details: AuditEntry["details"] = null,
): AuditEntry {
  return { projectId: null, userId, action: `account.${action}`, target: userId, details, at };
}

type WaysIn = Pick<OwnAccount, "passwordHash" | "walletAddress" | "links">;

/** @throws CheckoutError CONFLICT when an account so changed would leave its owner no way to sign in */
export function requireWayIn({ passwordHash, walletAddress, links }: WaysIn): void {
  if (passwordHash !== null || walletAddress !== null || links.length > 0) return;
  throw new CheckoutError("CONFLICT", "You can't sign in any other way. Set a password first.");
}
