import type { AccountTokenStore } from "@/lib/accounts/account-token.store";
import type { PasswordHasher } from "@/lib/accounts/password-hasher.port";
import type { PeopleStore } from "@/lib/accounts/people.store";
import { requireGoodPassword } from "@/lib/accounts/require-good-password";
import type { ClientFacts } from "@/lib/accounts/session.store";
import { type ThrottleDeps, throttle } from "@/lib/accounts/throttle";
import { passwordChangedLetter } from "@/lib/mail/account-letters";
import type { Mail } from "@/lib/mail/mail-deps";
import type { HashClaimToken } from "@/lib/platform/claim-token.port";
import type { Clock } from "@/lib/platform/clock.port";
import { CheckoutError } from "@/lib/platform/errors.rules";

export type ResetPasswordDeps = ThrottleDeps & {
  clock: Clock;
  hashClaimToken: HashClaimToken;
  people: Pick<PeopleStore, "find" | "resetPassword">;
  accountTokens: Pick<AccountTokenStore, "find">;
  passwords: Pick<PasswordHasher, "hash">;
  mail: Pick<NonNullable<Mail>, "letters"> | null;
};

/**
 * Sets a new password by the token of a link, which works once; a password that is refused does not use it up. All of
 * the person's sessions end, and a letter tells them: whoever else knew the old password is out.
 *
 * @throws CheckoutError NOT_FOUND for a link that is not good, VALIDATION_ERROR for the password, RATE_LIMIT_EXCEEDED
 */
export async function resetPassword(
  deps: ResetPasswordDeps,
  { token, password }: { token: string; password: string },
  client: ClientFacts,
): Promise<void> {
  await throttle(deps, "reset", null, client);
  const hash = deps.hashClaimToken(token);
  const owner = await deps.accountTokens.find(hash, "PASSWORD_RESET", deps.clock.now());
  const account = owner?.userId == null ? null : await deps.people.find(owner.userId);
  if (account === null) throw linkOver();
  requireGoodPassword(password, account.email);
  const passwordHash = await deps.passwords.hash(password);
  const at = deps.clock.now();
  const person = await deps.people.resetPassword(hash, passwordHash, at);
  if (person === null) throw linkOver();
  await deps.mail?.letters.write([passwordChangedLetter(person, at)], at);
}

function linkOver(): CheckoutError {
  return new CheckoutError("NOT_FOUND", "This link was used, or is too old. Ask for another.");
}
