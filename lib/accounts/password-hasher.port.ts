/** Slow on purpose: each call costs some 20 ms of a core and 19 MiB. */
export type PasswordHasher = {
  /** A PHC string with a salt of its own. */
  hash(password: string): Promise<string>;
  /**
   * Whether a password is the one of a hash. Without a hash it takes as long, and answers false: how long an answer
   * takes does not tell whether there is an account.
   */
  verify(hash: string | null, password: string): Promise<boolean>;
};
