import "server-only";
import type { CallbacksOptions } from "next-auth";
import { authorizeByProvider, type ProviderPerson } from "@/lib/accounts/oauth/authorize-by-provider";
import type { OauthProvider } from "@/lib/accounts/own-account-store.port";
import { findSession } from "@/lib/accounts/sessions/find-session";
import { CheckoutError } from "@/lib/platform/errors.rules";
import { doorAddress } from "./door";
import { githubPerson, googlePerson } from "./provider-person";
import type { Proven, SignInAttempt } from "./sign-in-attempt";

const persons: Readonly<Record<OauthProvider, (profile: unknown) => ProviderPerson>> = {
  google: googlePerson,
  github: githubPerson,
};

/**
 * Lets in whom a provider sent back, or sends them on: to the second step, or to the door with what went wrong. What
 * pages post was judged before.
 *
 * @param next where they wanted to go
 */
export function providerSignIn(attempt: SignInAttempt, next: string | null): CallbacksOptions["signIn"] {
  return async ({ account, profile }) => {
    if (account?.type !== "oauth") return true;
    if (await attempt.enter(() => prove(attempt, account.provider, profile))) return true;
    if (attempt.entered !== null) return doorAddress(next, { step: "code" });
    const isStranger = attempt.refusal instanceof CheckoutError;
    if (!isStranger)
      attempt.deps.log.error({ error: attempt.refusal }, "a provider's answer was not understood");
    return doorAddress(next, { error: isStranger ? "AccessDenied" : "OAuthCallback" });
  };
}

/** @throws CheckoutError UNAUTHORIZED for a stranger */
async function prove({ deps, replaces }: SignInAttempt, provider: string, profile: unknown): Promise<Proven> {
  const read = Object.hasOwn(persons, provider) ? persons[provider as OauthProvider] : undefined;
  if (read === undefined) throw new Error(`${provider} is no provider of this service`);
  const person = read(profile);
  const signedIn = replaces === null ? null : await findSession(deps, replaces);
  const found = await authorizeByProvider(deps, person, signedIn?.userId ?? null);
  if (found === null)
    throw new CheckoutError("UNAUTHORIZED", "No account here belongs to this one. Ask to be invited.");
  return { ...found, method: person.provider };
}
