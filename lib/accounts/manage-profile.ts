import type { ListedPasskey } from "@/lib/accounts/passkeys/passkey.store";
import { requireGoodPassword } from "@/lib/accounts/password/passwords";
import { admitGuess } from "@/lib/accounts/sign-in/sign-in";
import {
  accountEntry,
  type OauthProvider,
  type OwnAccount,
  type SessionRef,
} from "@/lib/accounts/sign-in/signed-in";
import { fault } from "@/lib/platform/faults/fault.rules";
import type { ListPart, LogPlace } from "@/lib/platform/lists/list-place.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { cleanText } from "@/lib/platform/values/text.rules";
import type { AccountParts } from "./accounts.parts";
import type { Activity, OwnAccountTransaction } from "./own-account.store";

/** A person's own account. */
type AccountView = {
  email: string;
  name: string | null;
  hasPassword: boolean;
  walletAddress: `0x${string}` | null;
  hasSecondFactor: boolean;
  recoveryCodesLeft: number;
  passkeys: readonly ListedPasskey[];
  linkedProviders: readonly OauthProvider[];
};

/** @throws CheckoutError UNAUTHORIZED for an account disabled meanwhile */
export async function readAccount(
  { ownAccounts, secondFactors, passkeys }: AccountParts,
  { userId }: { userId: string },
): Promise<AccountView> {
  const [account, recoveryCodesLeft, listed] = await Promise.all([
    ownAccounts.find(userId),
    secondFactors.countRecoveryCodes(userId),
    passkeys.list(userId),
  ]);
  if (account === null) throw new CheckoutError("UNAUTHORIZED", fault("accounts.closed"));
  return {
    email: account.email,
    name: account.name,
    hasPassword: account.passwordHash !== null,
    walletAddress: account.walletAddress,
    hasSecondFactor: account.hasSecondFactor,
    recoveryCodesLeft,
    passkeys: listed,
    linkedProviders: [...new Set(account.links.map(({ provider }) => provider))],
  };
}

const perPage = 25;

/** A page of a person's activity, newest first. */
export async function readActivity(
  { ownAccounts }: AccountParts,
  userId: string,
  place: LogPlace,
): Promise<ListPart<Activity, bigint>> {
  return ownAccounts.activity.page(userId, {}, place, perPage);
}

/**
 * Changes a person's own account under its lock.
 * @throws CheckoutError UNAUTHORIZED for an account disabled meanwhile
 */
export function changeAccount<T>(
  { clock, ownAccounts }: AccountParts,
  userId: string,
  change: (tx: OwnAccountTransaction, account: OwnAccount, now: Date) => Promise<T>,
): Promise<T> {
  return ownAccounts.transaction(async (tx) => {
    const account = await tx.lock(userId);
    if (account === null) throw new CheckoutError("UNAUTHORIZED", fault("accounts.closed"));
    return change(tx, account, clock.now());
  });
}

/**
 * Adds a way to sign in, under the account's lock. What ended the session while this waited, such as a reset, ended the
 * other ways in as well: none may come after it.
 *
 * @throws CheckoutError UNAUTHORIZED
 */
export function addWayIn<T>(
  deps: AccountParts,
  { userId, sessionId }: SessionRef,
  add: Parameters<typeof changeAccount<T>>[2],
): Promise<T> {
  return changeAccount(deps, userId, async (tx, account, now) => {
    if (!(await tx.hasSession(userId, sessionId, now)))
      throw new CheckoutError("UNAUTHORIZED", fault("accounts.signedOut"));
    return add(tx, account, now);
  });
}

/** Sets a person's display name; empty for none. */
export async function rename(deps: AccountParts, userId: string, typed: string): Promise<void> {
  const name = cleanText(typed).trim() || null;
  await changeAccount(deps, userId, async (tx, account, now) => {
    if (account.name === name) return;
    await tx.saveName(userId, name);
    await tx.audit(accountEntry(userId, "renamed", now, { from: account.name, to: name }));
  });
}

/**
 * Sets a new password, given the current one. Ends all other sessions of the person, so that anyone who knew the old
 * one is signed out.
 *
 * @param current null for a person without one, who has just proven their identity another way
 * @throws CheckoutError VALIDATION_ERROR with the invalid field, RATE_LIMIT_EXCEEDED; CONFLICT after a concurrent
 * change
 */
export async function changePassword(
  deps: AccountParts,
  { userId, sessionId, email }: SessionRef & { email: string },
  { current, next }: { current: string | null; next: string },
): Promise<void> {
  requireGoodPassword(next, email, "next");
  await admitGuess(deps, userId);
  const account = await deps.ownAccounts.find(userId);
  const before = account?.passwordHash ?? null;
  if ((current === null) !== (before === null))
    throw new CheckoutError("CONFLICT", fault("accounts.passwordChangedReload"));
  if (current !== null && !(await deps.passwords.verify(before, current)))
    throw new CheckoutError("VALIDATION_ERROR", fault("accounts.wrongPassword"), { param: "current" });
  // Hashing is slow; no lock is held meanwhile.
  const passwordHash = await deps.passwords.hash(next);
  await changeAccount(deps, userId, async (tx, locked, now) => {
    if (locked.passwordHash !== before)
      throw new CheckoutError("CONFLICT", fault("accounts.passwordChanged"));
    await tx.savePassword(userId, passwordHash, now);
    const ended = await tx.endOtherSessions(userId, sessionId, now);
    await tx.audit(accountEntry(userId, "password_changed", now, { sessionsEnded: ended }));
  });
}

/**
 * Signs out one of a person's browsers, with its next request.
 * @throws CheckoutError NOT_FOUND for an ended session or another person's
 */
export async function endSession(deps: AccountParts, userId: string, sessionId: string): Promise<void> {
  await changeAccount(deps, userId, async (tx, _, now) => {
    if (!(await tx.endSession(userId, sessionId, now)))
      throw new CheckoutError("NOT_FOUND", fault("accounts.sessionEnded"));
    await tx.audit(accountEntry(userId, "session_ended", now, { sessionId }));
  });
}

/** Signs out all of a person's browsers but the requesting one. @returns how many */
export function endOtherSessions(
  deps: AccountParts,
  { userId, sessionId }: SessionRef,
): Promise<{ ended: number }> {
  return changeAccount(deps, userId, async (tx, _, now) => {
    const ended = await tx.endOtherSessions(userId, sessionId, now);
    if (ended > 0) await tx.audit(accountEntry(userId, "other_sessions_ended", now, { ended }));
    return { ended };
  });
}
