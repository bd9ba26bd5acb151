import { accountEntry } from "@/lib/accounts/sign-in/signed-in";
import type { Clock } from "@/lib/platform/clock";
import { hourMs } from "@/lib/platform/values/time.rules";
import type { SecondFactor, SecondFactorStore, SecondFactorTransaction } from "./second-factor.store";
import type { HashRecoveryCode, NewRecoveryCode, Totp } from "./totp";

export type SecondFactorDeps = {
  clock: Clock;
  secondFactors: SecondFactorStore;
  totp: Totp;
  newRecoveryCode: NewRecoveryCode;
  hashRecoveryCode: HashRecoveryCode;
};

/** With six digits and three steps, ten guesses an hour find a code about once in four years. */
const maxFailures = 10;

const failureWindowMs = hourMs;

export type SecondFactorCheck =
  | "passed"
  | "wrong"
  /** Too many wrong codes recently: only a recovery code is accepted. */
  | "too_many";

/**
 * Accepts a code of the authenticator app, or a recovery code, each once. Without a second factor every code fails.
 * Wrong ones go into the person's activity: whoever enters them knew the password.
 *
 * @param text as typed: spaces, hyphens and case do not matter
 */
export function checkSecondFactor(
  deps: Pick<SecondFactorDeps, "clock" | "secondFactors" | "totp" | "hashRecoveryCode">,
  userId: string,
  text: string,
): Promise<SecondFactorCheck> {
  const typed = text.replace(/[\s-]/g, "");
  return deps.secondFactors.transaction(async (tx) => {
    const factor = await tx.lock(userId);
    if (factor === null || factor.enabledAt === null) return "wrong";
    const now = deps.clock.now();
    const since = new Date(now.getTime() - failureWindowMs);
    const failed = accountEntry(userId, "second_factor_failed", now);
    const tooMany = (await tx.countActs(userId, failed.action, since)) >= maxFailures;
    if (/^\d{6}$/.test(typed)) {
      if (tooMany) return "too_many";
      if (await takeCode(deps, tx, userId, factor, typed)) return "passed";
    } else if (await tx.takeRecoveryCode(userId, deps.hashRecoveryCode(typed), now)) {
      await tx.audit(accountEntry(userId, "recovery_code_used", now));
      return "passed";
    }
    if (tooMany) return "too_many";
    await tx.audit(failed);
    return "wrong";
  });
}

/** Accepts an app's code of the locked person, unless it or a later one was used before. */
export async function takeCode(
  { clock, totp }: Pick<SecondFactorDeps, "clock" | "totp">,
  tx: SecondFactorTransaction,
  userId: string,
  { secret }: SecondFactor,
  code: string,
): Promise<boolean> {
  const step = secret === null ? null : totp.stepOf(secret, code, clock.now());
  return step !== null && (await tx.takeStep(userId, step));
}
