import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";

/** Slow on purpose: each call costs some 20 ms of a core and 19 MiB. */
export type PasswordHasher = {
  /** A PHC string with a salt of its own. */
  hash(password: string): Promise<string>;
  /**
   * Whether a password matches a hash. Without a hash it takes as long and returns false, so that the duration does not
   * reveal whether an account exists.
   */
  verify(hash: string | null, password: string): Promise<boolean>;
};

/** argon2id with 19 MiB, two passes and one lane (OWASP, Password Storage); the algorithm is the library's own choice. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** argon2id (RFC 9106). Characters that look alike in another form are the same password (NIST SP 800-63B). */
export function createPasswordHasher(): PasswordHasher {
  const hashOf = (password: string) => hash(password.normalize("NFKC"), cost);
  // The hash of a random password, computed on the first use.
  let nobodys: Promise<string> | undefined;
  return {
    hash: hashOf,
    verify: async (known, password) => {
      nobodys ??= hashOf(randomBytes(32).toString("base64"));
      const nobody = await nobodys;
      const isRight = await verify(known ?? nobody, password.normalize("NFKC"));
      return isRight && known !== null;
    },
  };
}
