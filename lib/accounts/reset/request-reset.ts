import type { AccountTokenStore } from "@/lib/accounts/account-token.store";
import type { ClientFacts } from "@/lib/accounts/session.store";
import { type ThrottleDeps, throttle } from "@/lib/accounts/throttle";
import { resetLetter } from "@/lib/mail/account-letters";
import type { Mail } from "@/lib/mail/mail-deps";
import { hourMs } from "@/lib/platform/durations.rules";
import { CheckoutError } from "@/lib/platform/errors.rules";
import { type IssueResetDeps, issueResetToken, resetLink } from "./issue-reset-link";

export type RequestResetDeps = ThrottleDeps &
  Omit<IssueResetDeps, "accountTokens"> & {
    accountTokens: Pick<AccountTokenStore, "issue" | "countIssued">;
    /** Origin of the dashboard. */
    dashboardUrl: string;
    mail: Pick<NonNullable<Mail>, "letters"> | null;
  };
/** Nobody's mailbox is filled by strangers. */
const lettersPerHour = 3;

/**
 * Mails somebody a link by which to set a new password.
 *
 * @param email lower-case
 * @returns what is left to do, for behind the answer: how long it takes would tell whether there is an account
 * @throws CheckoutError CONFLICT where no mail is sent, RATE_LIMIT_EXCEEDED; both whoever is asked for
 */
export async function requestReset(
  deps: RequestResetDeps,
  email: string,
  client: ClientFacts,
): Promise<() => Promise<void>> {
  const { mail } = deps;
  if (mail === null)
    throw new CheckoutError("CONFLICT", "This service sends no mail. Ask who runs it for a link.");
  await throttle(deps, "reset", email, client);
  return async () => {
    const account = await deps.people.findByEmail(email);
    if (account === null || account.isDisabled) return;
    const { userId } = account;
    const now = deps.clock.now();
    const since = new Date(now.getTime() - hourMs);
    if ((await deps.accountTokens.countIssued(userId, "PASSWORD_RESET", since)) >= lettersPerHour) return;
    const token = await issueResetToken(deps, userId, true);
    await mail.letters.write([resetLetter(email, resetLink(deps.dashboardUrl, token), now)], now);
  };
}
