import type { SignedIn } from "./signed-in";

/** By what a session was opened. */
export type SignInMethod = "password" | "wallet" | "google" | "github";

/** What is known of the browser that asks. */
export type ClientFacts = {
  /** What it says of itself, cut. */
  userAgent: string | null;
  address: string | null;
  /** Whom its tries are counted for: of IPv6 a network. */
  network: string;
};

export type NewSession = {
  id: string;
  userId: string;
  method: SignInMethod;
  /** Of the password that opens it, where one does. */
  passwordHash?: string;
  client: Pick<ClientFacts, "userAgent" | "address">;
  at: Date;
  expiresAt: Date;
};

/** As its owner sees it in the list. */
export type ListedSession = {
  sessionId: string;
  method: string;
  userAgent: string | null;
  clientAddress: string | null;
  createdAt: Date;
  lastSeenAt: Date;
  expiresAt: Date;
};

export type FoundSession = SignedIn & { lastSeenAt: Date };

export type SessionStore = {
  /**
   * Opens a session, and ends the one that this browser had; nothing of a person who is disabled, or has another
   * password by then.
   */
  open(session: NewSession, replaces: string | null): Promise<boolean>;
  /**
   * A session that is neither revoked nor over, of a person who may sign in.
   *
   * @param seenSince one that was seen last before then is over
   */
  find(sessionId: string, at: Date, seenSince: Date): Promise<FoundSession | null>;
  /** Notes that it was seen; never brings an ended one back. */
  touch(sessionId: string, at: Date): Promise<void>;
  /** Its owner proved anew who they are. */
  reauthenticated(sessionId: string, at: Date): Promise<void>;
  /** Those that are open, the one seen last first. */
  list(userId: string, at: Date, seenSince: Date): Promise<ListedSession[]>;
  /** Ends one of this person's sessions. False when there is none such that is open. */
  revoke(userId: string, sessionId: string, at: Date): Promise<boolean>;
  /** Ends all of this person's, but for the one given. @returns how many */
  revokeAll(userId: string, except: string | null, at: Date): Promise<number>;
  /** Ends a session, whosever it is: at its sign-out. */
  end(sessionId: string, at: Date): Promise<void>;
};
