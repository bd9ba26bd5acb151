/** Someone who may have a way into the dashboard. */
export type Person = {
  userId: string;
  /** Lower-case. */
  email: string;
  /** argon2id, PHC string; null for who has no password. */
  passwordHash: string | null;
  hasSecondFactor: boolean;
  isDisabled: boolean;
};

export type NewPerson = {
  userId: string;
  email: string;
  name: string | null;
  passwordHash: string;
};

export type PeopleStore = {
  /** Whether any account was ever made here. */
  exist(): Promise<boolean>;
  findByEmail(email: string): Promise<Person | null>;
  find(userId: string): Promise<Person | null>;
  /**
   * Uses up a set-up token and makes the first account, in one transaction.
   *
   * @returns false when the token is not good, or somebody was first
   */
  makeFirst(account: NewPerson, tokenHash: string, at: Date): Promise<boolean>;
  /**
   * Uses up a token of a reset, sets the password, ends all of the person's sessions and voids what else was mailed
   * or waits for a second factor, in one transaction.
   *
   * @returns whose it was; null when the token is not good
   */
  resetPassword(
    tokenHash: string,
    passwordHash: string,
    at: Date,
  ): Promise<{ userId: string; email: string } | null>;
};
