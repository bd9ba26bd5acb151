import { checkSecondFactor } from "@/lib/accounts/second-factor/check-second-factor";
import type { SecondFactorDeps } from "@/lib/accounts/second-factor/second-factor-deps";
import type { HashClaimToken } from "@/lib/platform/claim-token.port";
import { CheckoutError } from "@/lib/platform/errors.rules";
import type { AccountTokenStore } from "./account-token.store";
import type { ClientFacts } from "./session.store";
import { type ThrottleDeps, throttle } from "./throttle";

export type FinishDeps = ThrottleDeps &
  Pick<SecondFactorDeps, "clock" | "secondFactors" | "totp" | "hashRecoveryCode"> & {
    accountTokens: Pick<AccountTokenStore, "find" | "use">;
    hashClaimToken: HashClaimToken;
  };

/**
 * The second step of signing in: whose token and code these are. The token is used up with the right code, so that
 * two requests never get a session each for one code.
 *
 * @throws CheckoutError UNAUTHORIZED when the first step is to be done anew, VALIDATION_ERROR for a wrong code,
 *   RATE_LIMIT_EXCEEDED
 */
export async function finishSecondFactor(
  deps: FinishDeps,
  { token, code }: { token: string; code: string },
  client: ClientFacts,
): Promise<{ userId: string }> {
  await throttle(deps, "second-factor", null, client);
  const hash = deps.hashClaimToken(token);
  const found = await deps.accountTokens.find(hash, "SECOND_FACTOR", deps.clock.now());
  if (found === null || found.userId === null) throw beginAgain();
  switch (await checkSecondFactor(deps, found.userId, code)) {
    case "wrong":
      throw new CheckoutError("VALIDATION_ERROR", "This code is not right, or was used before.", {
        param: "code",
      });
    case "too_many":
      throw new CheckoutError(
        "VALIDATION_ERROR",
        "Too many wrong codes. Use a recovery code, or try again in an hour.",
        { param: "code" },
      );
    case "passed":
      if ((await deps.accountTokens.use(hash, "SECOND_FACTOR", deps.clock.now())) === null)
        throw beginAgain();
      return { userId: found.userId };
  }
}

function beginAgain(): CheckoutError {
  return new CheckoutError("UNAUTHORIZED", "That took too long. Sign in again.");
}
