import { accountEntry } from "@/lib/accounts/account-entry";
import { CheckoutError } from "@/lib/platform/errors.rules";
import { giveRecoveryCodes } from "./recovery-codes";
import type { SecondFactorDeps } from "./second-factor-deps";

/**
 * Gives new recovery codes; those before open nothing any more.
 *
 * @returns the codes, which are told this once
 * @throws CheckoutError CONFLICT without a second factor
 */
export function renewRecoveryCodes(
  {
    clock,
    secondFactors,
    newRecoveryCode,
  }: Pick<SecondFactorDeps, "clock" | "secondFactors" | "newRecoveryCode">,
  userId: string,
): Promise<{ recoveryCodes: string[] }> {
  return secondFactors.transaction(async (tx) => {
    const factor = await tx.lock(userId);
    if (factor === null || factor.enabledAt === null)
      throw new CheckoutError("CONFLICT", "There is no second factor on this account.");
    await tx.audit(accountEntry(userId, "recovery_codes_renewed", clock.now()));
    return { recoveryCodes: await giveRecoveryCodes(tx, userId, newRecoveryCode) };
  });
}
