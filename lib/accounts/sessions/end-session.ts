import { accountEntry } from "@/lib/accounts/account-entry";
import { changeAccount, type OwnAccountDeps } from "@/lib/accounts/own-account";
import { CheckoutError } from "@/lib/platform/errors.rules";

/**
 * Signs one of a person's browsers out, with its next request.
 * @throws CheckoutError NOT_FOUND for one that is over and, alike, for another person's
 */
export async function endSession(deps: OwnAccountDeps, userId: string, sessionId: string): Promise<void> {
  await changeAccount(deps, userId, async (tx, _, now) => {
    if (!(await tx.endSession(userId, sessionId, now)))
      throw new CheckoutError("NOT_FOUND", "This session is over already.");
    await tx.audit(accountEntry(userId, "session_ended", now, { sessionId }));
  });
}
