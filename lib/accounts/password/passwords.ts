import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { type Fault, fault } from "@/lib/platform/faults/fault.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { longestPassword, type PasswordFault, passwordFault, shortestPassword } from "./password.rules";

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

const faults: Readonly<Record<PasswordFault, Fault>> = {
  too_short: fault("accounts.passwordTooShort", { least: shortestPassword }),
  too_long: fault("accounts.passwordTooLong", { most: longestPassword }),
  email: fault("accounts.passwordIsEmail"),
  common: fault("accounts.passwordCommon"),
};

/** @throws CheckoutError VALIDATION_ERROR that says why the password may not be chosen */
export function requireGoodPassword(password: string, email: string, param = "password"): void {
  const found = passwordFault(password, email);
  if (found !== null) throw new CheckoutError("VALIDATION_ERROR", faults[found], { param });
}
