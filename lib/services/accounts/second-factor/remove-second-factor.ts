import { accountEntry } from "../account-entry";
import type { SecondFactorDeps } from "./second-factor-deps";

/** Turns the second factor off, and forgets its secret and recovery codes. Nothing happens where there is none. */
export async function removeSecondFactor(
  { clock, secondFactors }: Pick<SecondFactorDeps, "clock" | "secondFactors">,
  userId: string,
): Promise<void> {
  await secondFactors.transaction(async (tx) => {
    const factor = await tx.lock(userId);
    if (factor === null || factor.secret === null) return;
    await tx.remove(userId);
    if (factor.enabledAt !== null) await tx.audit(accountEntry(userId, "second_factor_off", clock.now()));
  });
}
