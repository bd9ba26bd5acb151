import type { AccountParts, PeopleParts } from "@/lib/accounts/accounts.parts";
import type { NewAccountToken } from "@/lib/accounts/people.store";
import type { ClientFacts } from "@/lib/accounts/sign-in/session.store";
import { throttle } from "@/lib/accounts/sign-in/sign-in";
import { resetLetter } from "@/lib/letters/letter-text";
import { fault } from "@/lib/platform/faults/fault.rules";
import { hashClaimToken, newClaimToken } from "@/lib/platform/ids";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { hourMs, minuteMs } from "@/lib/platform/values/time.rules";
import { requireGoodPassword } from "./passwords";

export const resetLinkMinutes = 60;

/**
 * The token of a link that sets a new password.
 * @param mailed the link is sent only by e-mail
 */
function newResetToken(
  { clock }: PeopleParts,
  userId: string,
  mailed: boolean,
): { token: string; row: NewAccountToken } {
  const { token, hash } = newClaimToken();
  const at = clock.now();
  const expiresAt = new Date(at.getTime() + resetLinkMinutes * minuteMs);
  return { token, row: { hash, purpose: "PASSWORD_RESET", userId, mailed, at, expiresAt } };
}

/** @example resetLink("https://pay.example", "abc") // "https://pay.example/dashboard/reset/abc" */
function resetLink(dashboardUrl: string, token: string): string {
  return `${dashboardUrl}/dashboard/reset/${token}`;
}

/**
 * A link that the operator hands over, without a mail server.
 *
 * @param origin of the dashboard
 * @throws CheckoutError NOT_FOUND without such an account
 */
export async function issueResetLink(deps: PeopleParts, email: string, origin: string): Promise<string> {
  const account = await deps.people.findByEmail(email.trim().toLowerCase());
  if (account === null || account.isDisabled)
    throw new CheckoutError("NOT_FOUND", fault("accounts.unknownEmail"));
  const { token, row } = newResetToken(deps, account.userId, false);
  await deps.accountTokens.issue(row);
  return resetLink(origin, token);
}

/** So that strangers cannot fill a mailbox. */
const lettersPerHour = 3;

/**
 * E-mails a link to set a new password.
 *
 * @param email lower-case
 * @returns the remaining work, to run after the answer: its duration would reveal whether there is an account
 * @throws CheckoutError CONFLICT without a mail server, RATE_LIMIT_EXCEEDED; both for any address
 */
export async function requestReset(
  deps: AccountParts,
  email: string,
  client: ClientFacts,
): Promise<() => Promise<void>> {
  const { mail } = deps;
  if (mail === null) throw new CheckoutError("CONFLICT", fault("accounts.noMail"));
  await throttle(deps, "reset", email, client);
  return async () => {
    const account = await deps.people.findByEmail(email);
    if (account === null || account.isDisabled) return;
    const { token, row } = newResetToken(deps, account.userId, true);
    const now = row.at;
    const limit = { most: lettersPerHour, since: new Date(now.getTime() - hourMs) };
    if (!(await deps.accountTokens.issue(row, limit))) return;
    await mail.letters.write([resetLetter(account, resetLink(deps.dashboardUrl, token), now)], now);
  };
}

/**
 * Sets a new password by a link's token, which works once; a refused password does not use it up. Ends all of the
 * person's sessions and notifies them, so that anyone who knew the old password is signed out.
 *
 * @throws CheckoutError NOT_FOUND for an invalid link, VALIDATION_ERROR for the password, RATE_LIMIT_EXCEEDED
 */
export async function resetPassword(
  deps: AccountParts,
  { token, password }: { token: string; password: string },
  client: ClientFacts,
): Promise<void> {
  await throttle(deps, "reset", null, client);
  const hash = hashClaimToken(token);
  const owner = await deps.accountTokens.find(hash, "PASSWORD_RESET", deps.clock.now());
  const account = owner?.userId == null ? null : await deps.people.find(owner.userId);
  if (account === null) throw linkOver();
  requireGoodPassword(password, account.email);
  const passwordHash = await deps.passwords.hash(password);
  const at = deps.clock.now();
  const person = await deps.people.resetPassword(hash, passwordHash, at);
  if (person === null) throw linkOver();
}

function linkOver(): CheckoutError {
  return new CheckoutError("NOT_FOUND", fault("accounts.linkOver"));
}

/** Whether a link would set a password now. Does not use it up: mail programs open links before people do. */
export async function isResetLinkGood(
  { clock, accountTokens }: AccountParts,
  token: string,
): Promise<boolean> {
  return (await accountTokens.find(hashClaimToken(token), "PASSWORD_RESET", clock.now())) !== null;
}
