import type { AccountTokenStore } from "@/lib/accounts/account-token.store";
import type { PeopleStore } from "@/lib/accounts/people.store";
import type { NewClaimToken } from "@/lib/platform/claim-token.port";
import type { Clock } from "@/lib/platform/clock.port";
import { hourMs } from "@/lib/platform/durations.rules";

export type IssueSetupDeps = {
  clock: Clock;
  newClaimToken: NewClaimToken;
  people: Pick<PeopleStore, "exist">;
  accountTokens: Pick<AccountTokenStore, "replace">;
};

export const setupTokenHours = 24;

/**
 * A token that makes the first account; those before are good for nothing any more.
 *
 * @returns null once there is an account: then people come by invitation alone
 */
export async function issueSetupToken({
  clock,
  newClaimToken,
  people,
  accountTokens,
}: IssueSetupDeps): Promise<string | null> {
  if (await people.exist()) return null;
  const { token, hash } = newClaimToken();
  const at = clock.now();
  const expiresAt = new Date(at.getTime() + setupTokenHours * hourMs);
  await accountTokens.replace({ hash, purpose: "SETUP", userId: null, at, expiresAt });
  return token;
}
