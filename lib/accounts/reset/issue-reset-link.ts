import type { AccountTokenStore } from "@/lib/accounts/account-token.store";
import type { PeopleStore } from "@/lib/accounts/people.store";
import type { NewClaimToken } from "@/lib/platform/claim-token.port";
import type { Clock } from "@/lib/platform/clock.port";
import { minuteMs } from "@/lib/platform/durations.rules";
import { CheckoutError } from "@/lib/platform/errors.rules";

export type IssueResetDeps = {
  clock: Clock;
  newClaimToken: NewClaimToken;
  people: Pick<PeopleStore, "findByEmail">;
  accountTokens: Pick<AccountTokenStore, "issue">;
};

export const resetLinkMinutes = 60;

/**
 * The token of a link by which a person sets a new password.
 * @param mailed the link goes out in a letter alone
 */
export async function issueResetToken(
  { clock, newClaimToken, accountTokens }: Omit<IssueResetDeps, "people">,
  userId: string,
  mailed: boolean,
): Promise<string> {
  const { token, hash } = newClaimToken();
  const at = clock.now();
  const expiresAt = new Date(at.getTime() + resetLinkMinutes * minuteMs);
  await accountTokens.issue({ hash, purpose: "PASSWORD_RESET", userId, mailed, at, expiresAt });
  return token;
}

/** @example resetLink("https://pay.example", "abc") // "https://pay.example/dashboard/reset/abc" */
export function resetLink(dashboardUrl: string, token: string): string {
  return `${dashboardUrl}/dashboard/reset/${token}`;
}

/**
 * A link that the operator hands to somebody, where no mail is sent.
 *
 * @param origin of the dashboard
 * @throws CheckoutError NOT_FOUND without such an account
 */
export async function issueResetLink(deps: IssueResetDeps, email: string, origin: string): Promise<string> {
  const account = await deps.people.findByEmail(email.trim().toLowerCase());
  if (account === null || account.isDisabled)
    throw new CheckoutError("NOT_FOUND", "There is no account with this e-mail address that may sign in.");
  return resetLink(origin, await issueResetToken(deps, account.userId, false));
}
