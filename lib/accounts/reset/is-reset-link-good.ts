import type { AccountTokenStore } from "@/lib/accounts/account-token.store";
import type { HashClaimToken } from "@/lib/platform/claim-token.port";
import type { Clock } from "@/lib/platform/clock.port";

/** Whether a link would set a password now. Looking uses nothing up: mail programs open links before people do. */
export async function isResetLinkGood(
  {
    clock,
    hashClaimToken,
    accountTokens,
  }: { clock: Clock; hashClaimToken: HashClaimToken; accountTokens: Pick<AccountTokenStore, "find"> },
  token: string,
): Promise<boolean> {
  return (await accountTokens.find(hashClaimToken(token), "PASSWORD_RESET", clock.now())) !== null;
}
