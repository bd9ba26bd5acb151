import type { Letter } from "@/lib/mail/mail-store.port";
import type { Hex } from "@/lib/platform/hex.rules";
import type { LogPlace } from "@/lib/platform/lists/list-place.rules";
import type { AuditEntry } from "./audit.port";

/** Where else somebody may have an account that signs them in here. */
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
  /** It is known that whoever made this account reads its mailbox. */
  isEmailProven: boolean;
};

/** Something a person did. */
export type Activity = {
  id: bigint;
  action: string;
  details: AuditEntry["details"];
  /** Null for what they did to their own account. */
  project: { projectId: string; name: string } | null;
  at: Date;
};

/** Reads and writes inside one database transaction. */
export type OwnAccountTransaction = {
  /** Makes whatever else concerns this person's ways to sign in wait. @returns null for someone unknown or disabled */
  lock(userId: string): Promise<OwnAccount | null>;
  saveName(userId: string, name: string | null): Promise<void>;
  /** Tokens that were made under the one before are good for nothing any more. */
  savePassword(userId: string, passwordHash: string, at: Date): Promise<void>;
  /** @throws CheckoutError CONFLICT when it is another account's */
  saveWallet(userId: string, address: Hex | null): Promise<void>;
  /** @returns false when it is linked already, to whomever */
  addLink(userId: string, link: OauthLink, at: Date): Promise<boolean>;
  removeLinks(userId: string, provider: OauthProvider): Promise<void>;
  /** From now on the address is proven; one that was stays so since then. */
  proveEmail(userId: string, at: Date): Promise<void>;
  /**
   * Nothing but this provider signs the person in any more: no password, wallet, other provider, open session, nor
   * what was handed out to become one. @returns how many sessions ended
   */
  endOtherWaysIn(userId: string, provider: OauthProvider, at: Date): Promise<number>;
  /** Ends one of a person's sessions. @returns false when there is none such that is open */
  endSession(userId: string, sessionId: string, at: Date): Promise<boolean>;
  /** Ends all of a person's sessions but one. @returns how many */
  endOtherSessions(userId: string, sessionId: string, at: Date): Promise<number>;
  audit(entry: AuditEntry): Promise<void>;
  /** They go out if this transaction is committed. */
  write(letters: readonly Letter[], at: Date): Promise<void>;
};

export type OwnAccountStore = {
  transaction<T>(work: (tx: OwnAccountTransaction) => Promise<T>): Promise<T>;
  /** These find nobody who is disabled. */
  find(userId: string): Promise<OwnAccount | null>;
  findByWallet(address: Hex): Promise<{ userId: string } | null>;
  findByLink(link: OauthLink): Promise<{ userId: string } | null>;
  /** Away from the place's cursor: oldest first where it is `before`, newest first else. */
  activity(userId: string, place: LogPlace, limit: number): Promise<Activity[]>;
};
