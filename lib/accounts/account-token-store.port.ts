export type AccountTokenPurpose = "SETUP" | "PASSWORD_RESET" | "SECOND_FACTOR" | "WALLET_NONCE";

export type NewAccountToken = {
  /** SHA-256 of the token's text, hex. */
  hash: string;
  purpose: AccountTokenPurpose;
  userId: string | null;
  /** It goes out in a letter alone: whoever shows it reads that mailbox. */
  mailed?: boolean;
  at: Date;
  expiresAt: Date;
};

/** Secrets that are good for one thing, once, for a while. */
export type AccountTokenStore = {
  issue(token: NewAccountToken): Promise<void>;
  /** The same; those of this purpose and person that were there before are good for nothing any more. */
  replace(token: NewAccountToken): Promise<void>;
  /** Looks whether one is good, and leaves it so. */
  find(hash: string, purpose: AccountTokenPurpose, at: Date): Promise<{ userId: string | null } | null>;
  /** Uses one up; of many requests at the same time one gets it. */
  use(hash: string, purpose: AccountTokenPurpose, at: Date): Promise<{ userId: string | null } | null>;
  /** How many of this purpose were issued to a person since then, whatever became of them. */
  countIssued(userId: string, purpose: AccountTokenPurpose, since: Date): Promise<number>;
};
