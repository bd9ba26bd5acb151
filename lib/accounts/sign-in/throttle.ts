import type { RateLimiter } from "@/lib/platform/limits/rate-limiter.port";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { ClientFacts } from "./session.store";

export type ThrottleDeps = {
  rateLimiter: Pick<RateLimiter, "take">;
  /** Attempts per minute, for each way to sign in. */
  signInLimits: { perAccount: number; perClient: number };
};

/** The kind of attempt. */
type Attempt = "password" | "reset" | "second-factor" | "setup" | "invitation" | "wallet";

/**
 * Counts an attempt, by account and by client: neither many addresses against one account nor one address against many
 * accounts get more than a few attempts a minute.
 *
 * @param about an e-mail address, or another name of an account; null for none
 * @throws CheckoutError RATE_LIMIT_EXCEEDED, whether or not the account exists
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
 * The holder of another person's open session must not guess passwords with it.
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
