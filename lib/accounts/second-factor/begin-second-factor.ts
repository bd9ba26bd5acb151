import { CheckoutError } from "@/lib/platform/errors.rules";
import type { SecondFactorDeps } from "./second-factor-deps";

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
      throw new CheckoutError("CONFLICT", "A second factor is on already. Turn it off first.");
    const secret = totp.newSecret();
    await tx.begin(userId, secret);
    return { secret, uri: totp.uri(secret, factor.email) };
  });
}
