import type { AuditEntry } from "./audit.port";

/** What a person has, or is setting up, beside the password. */
export type SecondFactor = {
  email: string;
  /** Base32; null when none was begun, or the key that opens it is lost. */
  secret: string | null;
  /** Null while the secret waits for its first code. */
  enabledAt: Date | null;
};

/** Reads and writes inside one database transaction. */
export type SecondFactorTransaction = {
  /**
   * Makes whatever else concerns this person's ways to sign in wait.
   * @returns null for someone unknown or disabled
   */
  lock(userId: string): Promise<SecondFactor | null>;
  /** How often this act of theirs was written down after that time. */
  countActs(userId: string, action: string, since: Date): Promise<number>;
  /** Puts a secret in the place of what there is; it waits for its first code. */
  begin(userId: string, secret: string): Promise<void>;
  enable(userId: string, at: Date): Promise<void>;
  /** Takes a time step's code. @returns false when one of it or of a later step was taken before */
  takeStep(userId: string, step: bigint): Promise<boolean>;
  /** Uses up a recovery code. @returns false for one that is unknown or used */
  takeRecoveryCode(userId: string, hash: string, at: Date): Promise<boolean>;
  /** Those before open nothing any more. */
  replaceRecoveryCodes(userId: string, hashes: readonly string[]): Promise<void>;
  /** Forgets the secret and the recovery codes. */
  remove(userId: string): Promise<void>;
  audit(entry: AuditEntry): Promise<void>;
};

export type SecondFactorStore = {
  transaction<T>(work: (tx: SecondFactorTransaction) => Promise<T>): Promise<T>;
  /** How many recovery codes are left. */
  countRecoveryCodes(userId: string): Promise<number>;
};
