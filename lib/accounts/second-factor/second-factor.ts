import type { AuditEntry } from "@/lib/accounts/audit.store";
import type { PeopleStore } from "@/lib/accounts/people.store";
import { accountEntry } from "@/lib/accounts/sign-in/signed-in";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { SecondFactorDeps } from "./check-second-factor";
import { takeCode } from "./check-second-factor";
import type { SecondFactorTransaction } from "./second-factor.store";
import type { NewRecoveryCode } from "./totp";

/**
 * Makes a secret for an authenticator app. It is asked for only once a first code of it was given.
 *
 * @returns the secret in base32, and the same as an app reads it from a QR code
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

/** Gives new recovery codes in the place of all before. They are told this once. */
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

export type RemoveLostFactorDeps = Pick<SecondFactorDeps, "clock" | "secondFactors"> & {
  people: Pick<PeopleStore, "findByEmail">;
};

/**
 * The operator turns off the second factor of someone who lost both the device and the recovery codes. It stands in
 * that person's activity as the operator's act.
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
      throw new CheckoutError("CONFLICT", "This account doesn't use two-factor authentication.");
    await tx.audit(accountEntry(userId, "recovery_codes_renewed", clock.now()));
    return { recoveryCodes: await giveRecoveryCodes(tx, userId, newRecoveryCode) };
  });
}
