import type { AuditEntry } from "@/lib/accounts/audit.store";
import type { PeopleStore } from "@/lib/accounts/people.store";
import { accountEntry } from "@/lib/accounts/sign-in/signed-in";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { SecondFactorDeps } from "./check-second-factor";
import { takeCode } from "./check-second-factor";
import type { SecondFactorTransaction } from "./second-factor.store";
import type { NewRecoveryCode } from "./totp";

/**
 * Creates a secret for an authenticator app. Sign-in requires it only after its first code.
 *
 * @returns the secret in base32, and as the URI for a QR code
 * @throws CheckoutError CONFLICT when a second factor is on already
 */
export function beginSecondFactor(
  { secondFactors, totp }: Pick<SecondFactorDeps, "secondFactors" | "totp">,
  userId: string,
): Promise<{ secret: string; uri: string }> {
  return secondFactors.transaction(async (tx) => {
    const factor = await tx.lock(userId);
    if (factor === null || factor.enabledAt !== null)
      throw new CheckoutError("CONFLICT", "Two-factor authentication is already on. Turn it off first.");
    const secret = totp.newSecret();
    await tx.begin(userId, secret);
    return { secret, uri: totp.uri(secret, factor.email) };
  });
}

const recoveryCodeCount = 10;

/** Replaces all recovery codes. The new ones are shown only this once. */
async function giveRecoveryCodes(
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

/**
 * Turns the second factor on: the code proves that the app has the secret.
 *
 * @returns the recovery codes, shown only this once
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
      throw new CheckoutError("CONFLICT", "There is no two-factor setup to confirm. Start again.");
    if (!(await takeCode(deps, tx, userId, factor, code.replace(/\s/g, ""))))
      throw new CheckoutError("VALIDATION_ERROR", "This isn't the code your app shows now.", {
        param: "code",
      });
    const now = deps.clock.now();
    await tx.enable(userId, now);
    await tx.audit(accountEntry(userId, "second_factor_on", now));
    return { recoveryCodes: await giveRecoveryCodes(tx, userId, deps.newRecoveryCode) };
  });
}

/** Turns the second factor off, and deletes its secret and recovery codes. Does nothing without one. */
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

export type RemoveLostFactorDeps = Pick<SecondFactorDeps, "clock" | "secondFactors"> & {
  people: Pick<PeopleStore, "findByEmail">;
};

/**
 * The operator turns off the second factor of a person who lost both the device and the recovery codes. The person's
 * activity shows it as the operator's action.
 *
 * @throws CheckoutError NOT_FOUND without such an account, CONFLICT when it has no second factor
 */
export async function removeLostFactor(deps: RemoveLostFactorDeps, email: string): Promise<void> {
  const person = await deps.people.findByEmail(email.trim().toLowerCase());
  if (person === null || person.isDisabled)
    throw new CheckoutError("NOT_FOUND", "No active account has this e-mail address.");
  if (!person.hasSecondFactor)
    throw new CheckoutError("CONFLICT", "This account doesn't use two-factor authentication.");
  await removeSecondFactor(deps, person.userId, { by: "operator" });
}

/**
 * Creates new recovery codes; earlier ones stop working.
 *
 * @returns the codes, shown only this once
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
      throw new CheckoutError("CONFLICT", "This account doesn't use two-factor authentication.");
    await tx.audit(accountEntry(userId, "recovery_codes_renewed", clock.now()));
    return { recoveryCodes: await giveRecoveryCodes(tx, userId, newRecoveryCode) };
  });
}
