import { type OpenSessionDeps, openSession } from "@/lib/accounts/sessions/open-session";
import type { NewClaimToken } from "@/lib/platform/claim-token.port";
import { minuteMs } from "@/lib/platform/durations.rules";
import { CheckoutError } from "@/lib/platform/errors.rules";
import type { AccountTokenStore } from "./account-token.store";
import type { PeopleStore } from "./people.store";
import type { ClientFacts, SignInMethod } from "./session.store";

export type EnterDeps = OpenSessionDeps & {
  people: Pick<PeopleStore, "find">;
  accountTokens: Pick<AccountTokenStore, "replace">;
  newClaimToken: NewClaimToken;
};

export type Entered =
  | { kind: "SIGNED_IN"; sessionId: string }
  /** The token is good for the second step, once. */
  | { kind: "SECOND_FACTOR"; token: string };

/** The second step may take so long. */
export const secondFactorLifeMs = 5 * minuteMs;

/**
 * Lets somebody in who showed who they are, by whatever way: at once, or to the second step where they have a second
 * factor. There is no session before that.
 *
 * @param who.passwordHash of the password that was shown: comparing takes long, and a reset in the meantime, or the
 *   first sign-in by a provider, has made it worthless
 * @param replaces the session that the browser had
 * @throws CheckoutError UNAUTHORIZED for a person who may not sign in any more
 */
export async function enter(
  deps: EnterDeps,
  who: { userId: string; method: SignInMethod; passwordHash?: string },
  client: ClientFacts,
  replaces: string | null,
): Promise<Entered> {
  const account = await deps.people.find(who.userId);
  if (account === null || account.isDisabled)
    throw new CheckoutError("UNAUTHORIZED", "This account may not sign in. Ask who runs the service.");
  if (who.passwordHash !== undefined && who.passwordHash !== account.passwordHash)
    throw new CheckoutError("UNAUTHORIZED", "E-mail or password is not right.");
  if (!account.hasSecondFactor)
    return { kind: "SIGNED_IN", ...(await openSession(deps, who, client, replaces)) };
  const { token, hash } = deps.newClaimToken();
  const at = deps.clock.now();
  await deps.accountTokens.replace({
    hash,
    purpose: "SECOND_FACTOR",
    userId: account.userId,
    at,
    expiresAt: new Date(at.getTime() + secondFactorLifeMs),
  });
  return { kind: "SECOND_FACTOR", token };
}
