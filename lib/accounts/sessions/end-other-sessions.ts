import { accountEntry } from "@/lib/accounts/account-entry";
import { changeAccount, type OwnAccountDeps } from "@/lib/accounts/own-account";
import type { SignedIn } from "@/lib/accounts/signed-in";

/** Signs all of a person's browsers out but the one that asks. @returns how many */
export function endOtherSessions(
  deps: OwnAccountDeps,
  { userId, sessionId }: Pick<SignedIn, "userId" | "sessionId">,
): Promise<{ ended: number }> {
  return changeAccount(deps, userId, async (tx, _, now) => {
    const ended = await tx.endOtherSessions(userId, sessionId, now);
    if (ended > 0) await tx.audit(accountEntry(userId, "other_sessions_ended", now, { ended }));
    return { ended };
  });
}
