import { accountEntry } from "@/lib/accounts/account-entry";
import type { AuditEntry } from "@/lib/accounts/audit.store";
import type { SecondFactorDeps } from "./second-factor-deps";

/** Turns the second factor off, and forgets its secret and recovery codes. Nothing happens where there is none. */
export async function removeSecondFactor(
  { clock, secondFactors }: Pick<SecondFactorDeps, "clock" | "secondFactors">,
  userId: string,
  details: AuditEntry["details"] = null,
): Promise<void> {
  await secondFactors.transaction(async (tx) => {
    const factor = await tx.lock(userId);
    if (factor === null || (factor.secret === null && factor.enabledAt === null)) return;
    await tx.remove(userId);
    if (factor.enabledAt === null) return;
    await tx.audit(accountEntry(userId, "second_factor_off", clock.now(), details));
  });
}
