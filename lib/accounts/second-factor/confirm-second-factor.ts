import { accountEntry } from "@/lib/accounts/account-entry";
import { CheckoutError } from "@/lib/platform/errors.rules";
import { takeCode } from "./check-second-factor";
import { giveRecoveryCodes } from "./recovery-codes";
import type { SecondFactorDeps } from "./second-factor-deps";

/**
 * Turns the second factor on: the code shows that the app has the secret.
 *
 * @returns the recovery codes, which are told this once
 * @throws CheckoutError VALIDATION_ERROR for a wrong code, CONFLICT when there is nothing to confirm
 */
export function confirmSecondFactor(
  deps: Omit<SecondFactorDeps, "hashRecoveryCode">,
  userId: string,
  code: string,
): Promise<{ recoveryCodes: string[] }> {
  return deps.secondFactors.transaction(async (tx) => {
    const factor = await tx.lock(userId);
    if (factor === null || factor.secret === null || factor.enabledAt !== null)
      throw new CheckoutError("CONFLICT", "There is no second factor to confirm. Begin anew.");
    if (!(await takeCode(deps, tx, userId, factor, code.replace(/\s/g, ""))))
      throw new CheckoutError("VALIDATION_ERROR", "This is not the code that the app shows now.", {
        param: "code",
      });
    const now = deps.clock.now();
    await tx.enable(userId, now);
    await tx.audit(accountEntry(userId, "second_factor_on", now));
    return { recoveryCodes: await giveRecoveryCodes(tx, userId, deps.newRecoveryCode) };
  });
}
