import type { RateLimiter } from "@/lib/platform/limits/rate-limiter.port";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { ClientFacts } from "./session.store";

export type ThrottleDeps = {
  rateLimiter: Pick<RateLimiter, "take">;
  /** Tries in a minute, for each of the ways in. */
  signInLimits: { perAccount: number; perClient: number };
};

/** What someone tries at the door. */
type Attempt = "password" | "reset" | "second-factor" | "setup" | "invitation" | "wallet";

/**
 * Counts a try, by whom it is about and by who tries: neither many addresses against one account nor one address
 * against many accounts get further than a few tries a minute.
 *
 * @param about an e-mail address, or what else names an account; null where nothing does
 * @throws CheckoutError RATE_LIMIT_EXCEEDED, alike whether there is such an account
 */
export async function throttle(
  { rateLimiter, signInLimits }: ThrottleDeps,
  attempt: Attempt,
  about: string | null,
  { network }: Pick<ClientFacts, "network">,
): Promise<void> {
  const { perAccount, perClient } = signInLimits;
  const byClient = { bucket: `${attempt}:client:${network}`, perMinute: perClient };
  const { admitted, retryAfterMs } = await rateLimiter.take(
    about === null
      ? [byClient]
      : [byClient, { bucket: `${attempt}:account:${about}`, perMinute: perAccount }],
  );
  if (admitted) return;
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  throw new CheckoutError(
    "RATE_LIMIT_EXCEEDED",
    `Too many tries. Try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`,
    { retryAfterSeconds: seconds },
  );
}

/**
 * Anyone who holds another's open session may not try passwords on it.
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
