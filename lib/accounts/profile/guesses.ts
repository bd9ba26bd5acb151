import type { ThrottleDeps } from "@/lib/accounts/throttle";
import { CheckoutError } from "@/lib/platform/errors.rules";

/**
 * Whoever holds another's open session may not try passwords on it.
 * @throws CheckoutError RATE_LIMIT_EXCEEDED
 */
export async function admitGuess({ rateLimiter, signInLimits }: ThrottleDeps, userId: string): Promise<void> {
  const limit = { bucket: `account-proof:${userId}`, perMinute: signInLimits.perAccount };
  const { admitted, retryAfterMs } = await rateLimiter.take([limit]);
  if (admitted) return;
  throw new CheckoutError("RATE_LIMIT_EXCEEDED", "Too many tries. Wait a minute.", {
    retryAfterSeconds: Math.max(1, Math.ceil(retryAfterMs / 1_000)),
  });
}
