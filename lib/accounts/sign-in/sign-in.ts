import type { AccountParts } from "@/lib/accounts/accounts.parts";
import { checkSecondFactor } from "@/lib/accounts/second-factor/second-factor";
import { fault } from "@/lib/platform/faults/fault.rules";
import { hashClaimToken, newClaimToken } from "@/lib/platform/ids";
import { limitsOfClient } from "@/lib/platform/limits/client-limits.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { minuteMs } from "@/lib/platform/values/time.rules";
import type { ClientFacts, FirstProof, SignInMethod } from "./session.store";
import { openSession, signInChanged } from "./sessions";

/**
 * The person with this password, and the hash that was compared. An unknown address, an account without a password and
 * a disabled one get the same answer after the same work as a wrong password.
 *
 * @param email lower-case
 * @throws CheckoutError UNAUTHORIZED, RATE_LIMIT_EXCEEDED
 */
export async function signInByPassword(
  deps: AccountParts,
  { email, password }: { email: string; password: string },
  client: ClientFacts,
): Promise<{ userId: string; proof: { passwordHash: string } }> {
  await throttle(deps, "password", email, client);
  const account = await deps.people.findByEmail(email);
  const isRight = await deps.passwords.verify(account?.passwordHash ?? null, password);
  if (account?.passwordHash != null && isRight && !account.isDisabled)
    return { userId: account.userId, proof: { passwordHash: account.passwordHash } };
  throw new CheckoutError("UNAUTHORIZED", fault("accounts.wrongLogin"));
}

export type Entered =
  | { kind: "SIGNED_IN"; sessionId: string }
  /** The token is valid once, for the second step. */
  | { kind: "SECOND_FACTOR"; token: string };

/** Time limit of the second step. */
export const secondFactorLifeMs = 5 * minuteMs;

/**
 * Signs in a person who proved their identity: at once, or after the second step if they have a second factor. No
 * session exists before.
 *
 * @param replaces the session that the browser had
 * @throws CheckoutError UNAUTHORIZED for a person who may not sign in, or whom the proof no longer signs in
 */
export async function enter(
  deps: AccountParts,
  who: { userId: string; method: SignInMethod; proof: FirstProof },
  client: ClientFacts,
  replaces: string | null,
): Promise<Entered> {
  const account = await deps.people.find(who.userId);
  if (account === null || account.isDisabled)
    throw new CheckoutError("UNAUTHORIZED", fault("accounts.disabled"));
  if (!account.hasSecondFactor)
    return { kind: "SIGNED_IN", ...(await openSession(deps, who, client, replaces)) };
  const { token, hash } = newClaimToken();
  const at = deps.clock.now();
  const expiresAt = new Date(at.getTime() + secondFactorLifeMs);
  const { userId } = account;
  const step = { hash, purpose: "SECOND_FACTOR", userId, at, expiresAt } as const;
  if (!(await deps.accountTokens.replace(step, who.proof))) throw signInChanged();
  return { kind: "SECOND_FACTOR", token };
}

/**
 * The second step of signing in: the person of this token and code. The session uses the token up, so that two
 * requests never get a session each.
 *
 * @throws CheckoutError UNAUTHORIZED when the first step has to be repeated, VALIDATION_ERROR for a wrong code,
 * RATE_LIMIT_EXCEEDED
 */
export async function finishSecondFactor(
  deps: AccountParts,
  { token, code }: { token: string; code: string },
  client: ClientFacts,
): Promise<{ userId: string; proof: { secondStep: string } }> {
  await throttle(deps, "second-factor", null, client);
  const hash = hashClaimToken(token);
  const found = await deps.accountTokens.find(hash, "SECOND_FACTOR", deps.clock.now());
  if (found === null || found.userId === null) throw beginAgain();
  switch (await checkSecondFactor(deps, found.userId, code)) {
    case "wrong":
      throw new CheckoutError("VALIDATION_ERROR", fault("accounts.wrongCode"), {
        param: "code",
      });
    case "too_many":
      throw new CheckoutError("VALIDATION_ERROR", fault("accounts.tooManyCodesField"), { param: "code" });
    case "passed":
      return { userId: found.userId, proof: { secondStep: hash } };
  }
}

function beginAgain(): CheckoutError {
  return new CheckoutError("UNAUTHORIZED", fault("accounts.tookTooLong"));
}

/** The kind of attempt. */
type Attempt =
  | "password"
  | "reset"
  | "second-factor"
  | "setup"
  | "invitation"
  | "wallet"
  | "passkey"
  | "passkey-challenge";

/**
 * Counts an attempt, by account and by client: neither many addresses against one account nor one address against many
 * accounts get more than a few attempts a minute. A browser or network in which the account's owner signed in before
 * has its own count, which strangers can't use up.
 *
 * @param about an e-mail address, or another name of an account; null for none
 * @throws CheckoutError RATE_LIMIT_EXCEEDED, whether or not the account exists
 */
export async function throttle(
  { rateLimiter, sessions, signInLimits }: AccountParts,
  attempt: Attempt,
  about: string | null,
  client: ClientFacts,
): Promise<void> {
  const { perAccount, perClient } = signInLimits;
  const byClient = limitsOfClient({ bucket: `${attempt}:client`, most: perClient }, client.network);
  const known = about === null ? null : await sessions.knows(about, client);
  const { admitted, retryAfterMs } = await rateLimiter.take(
    known === null
      ? byClient
      : [...byClient, { bucket: `${attempt}:account:${about}${guesserOf(known, client)}`, most: perAccount }],
  );
  if (admitted) return;
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  throw new CheckoutError("RATE_LIMIT_EXCEEDED", fault("accounts.triesAgainIn", { count: seconds }), {
    retryAfterSeconds: seconds,
  });
}

/** Whose attempts on an account are counted together: a known browser's, a known network's, or all strangers'. */
function guesserOf(
  known: { browser: boolean; network: boolean },
  { lastSession, network }: ClientFacts,
): string {
  if (known.browser) return ` browser ${lastSession}`;
  return known.network ? ` network ${network}` : "";
}

/**
 * The holder of another person's open session must not guess passwords with it.
 * @throws CheckoutError RATE_LIMIT_EXCEEDED
 */
export async function admitGuess({ rateLimiter, signInLimits }: AccountParts, userId: string): Promise<void> {
  const limit = { bucket: `account-proof:${userId}`, most: signInLimits.perAccount };
  const { admitted, retryAfterMs } = await rateLimiter.take([limit]);
  if (admitted) return;
  throw new CheckoutError("RATE_LIMIT_EXCEEDED", fault("accounts.tooManyTries"), {
    retryAfterSeconds: Math.max(1, Math.ceil(retryAfterMs / 1_000)),
  });
}
