import { accountEntry } from "@/lib/accounts/account-entry";
import { changeAccount, type OwnAccountDeps } from "@/lib/accounts/own-account";
import type { OwnAccountStore } from "@/lib/accounts/own-account.store";
import type { PasswordHasher } from "@/lib/accounts/password-hasher.port";
import { requireGoodPassword } from "@/lib/accounts/require-good-password";
import type { SignedIn } from "@/lib/accounts/signed-in";
import type { ThrottleDeps } from "@/lib/accounts/throttle";
import { CheckoutError } from "@/lib/platform/errors.rules";
import { admitGuess } from "./guesses";

/**
 * Sets a new password, against the one before. All other sessions of the person end: whoever knew
 * the old one is out.
 *
 * @param current null for someone without one, who has just shown otherwise that they are there
 * @throws CheckoutError VALIDATION_ERROR with the field that is wrong, RATE_LIMIT_EXCEEDED; CONFLICT when another
 *   change came in between
 */
export async function changePassword(
  deps: OwnAccountDeps &
    ThrottleDeps & { passwords: PasswordHasher; ownAccounts: Pick<OwnAccountStore, "find"> },
  { userId, sessionId, email }: Pick<SignedIn, "userId" | "sessionId" | "email">,
  { current, next }: { current: string | null; next: string },
): Promise<void> {
  requireGoodPassword(next, email, "next");
  await admitGuess(deps, userId);
  const account = await deps.ownAccounts.find(userId);
  const before = account?.passwordHash ?? null;
  if ((current === null) !== (before === null))
    throw new CheckoutError("CONFLICT", "The password was changed meanwhile. Load the page again.");
  if (current !== null && !(await deps.passwords.verify(before, current)))
    throw new CheckoutError("VALIDATION_ERROR", "This is not your password.", { param: "current" });
  // Hashing is slow; no lock is held meanwhile.
  const passwordHash = await deps.passwords.hash(next);
  await changeAccount(deps, userId, async (tx, locked, now) => {
    if (locked.passwordHash !== before)
      throw new CheckoutError("CONFLICT", "The password was changed meanwhile. Try again.");
    await tx.savePassword(userId, passwordHash, now);
    const ended = await tx.endOtherSessions(userId, sessionId, now);
    await tx.audit(accountEntry(userId, "password_changed", now, { sessionsEnded: ended }));
  });
}
