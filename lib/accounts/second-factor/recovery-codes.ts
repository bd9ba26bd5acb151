import type { SecondFactorTransaction } from "@/lib/accounts/second-factor.store";
import type { NewRecoveryCode } from "@/lib/accounts/totp.port";

const recoveryCodeCount = 10;

/** Gives new recovery codes in the place of all before. They are told this once. */
export async function giveRecoveryCodes(
  tx: SecondFactorTransaction,
  userId: string,
  newRecoveryCode: NewRecoveryCode,
): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
  await tx.replaceRecoveryCodes(
    userId,
    codes.map(({ hash }) => hash),
  );
  return codes.map(({ code }) => code);
}
