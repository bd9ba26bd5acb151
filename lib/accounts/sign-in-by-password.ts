import { CheckoutError } from "@/lib/platform/errors.rules";
import type { PasswordHasher } from "./password-hasher.port";
import type { PeopleStore } from "./people.store";
import type { ClientFacts } from "./session.store";
import { type ThrottleDeps, throttle } from "./throttle";

export type PasswordSignInDeps = ThrottleDeps & {
  people: Pick<PeopleStore, "findByEmail">;
  passwords: Pick<PasswordHasher, "verify">;
};

/**
 * Whose password this is, and its hash as it was compared. An address that nobody has, an account without a password
 * and one that is disabled are answered in the same words and after the same work as a wrong password.
 *
 * @param email lower-case
 * @throws CheckoutError UNAUTHORIZED, RATE_LIMIT_EXCEEDED
 */
export async function signInByPassword(
  deps: PasswordSignInDeps,
  { email, password }: { email: string; password: string },
  client: ClientFacts,
): Promise<{ userId: string; passwordHash: string }> {
  await throttle(deps, "password", email, client);
  const account = await deps.people.findByEmail(email);
  const isRight = await deps.passwords.verify(account?.passwordHash ?? null, password);
  if (account?.passwordHash != null && isRight && !account.isDisabled)
    return { userId: account.userId, passwordHash: account.passwordHash };
  throw new CheckoutError("UNAUTHORIZED", "E-mail or password is not right.");
}
