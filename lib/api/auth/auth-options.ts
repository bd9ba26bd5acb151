import "server-only";
import type { AuthOptions, CallbacksOptions } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { z } from "zod";
import { findSession } from "@/lib/accounts/sign-in/sessions";
import { authorizeByProvider, type ProviderPerson } from "@/lib/accounts/sign-in/sign-in-by-provider";
import type { OauthProvider } from "@/lib/accounts/sign-in/signed-in";
import { env } from "@/lib/api/settings/env";
import { isMailAddress } from "@/lib/mail/mail-kinds.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { authCookies, authSecret, sessionLifeSeconds } from "./auth-settings";
import { leadsTo, signInPages, signInUrl } from "./entry-route";
import { oauthProviders } from "./oauth";
import type { Proven, SignInAttempt } from "./sign-in-attempt";
import { waysIn } from "./ways-in";

// No "server-only" here: nothing in it is secret, and its tests run outside Next.

const googleClaims = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().optional(),
  // Some of Google's tokens send it as text.
  email_verified: z.union([z.boolean(), z.enum(["true", "false"])]).optional(),
});

/**
 * The person in Google's id token.
 * @throws z.ZodError for invalid claims
 */
export function googlePerson(claims: unknown): ProviderPerson {
  const { sub, email, email_verified: verified } = googleClaims.parse(claims);
  const isVerified = verified === true || verified === "true";
  return { provider: "google", subject: sub, verifiedEmail: isVerified ? address(email) : null };
}

const githubProfile = z.object({
  id: z.int().positive(),
  /** From `GET /user/emails`; the profile's own `email` does not say whether it is verified. */
  emails: z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() })).optional(),
});

/**
 * The person in GitHub's profile. Only the primary address counts, and only if verified: any other may be an old one.
 * @throws z.ZodError for an invalid profile
 */
export function githubPerson(profile: unknown): ProviderPerson {
  const { id, emails = [] } = githubProfile.parse(profile);
  const own = emails.find(({ primary, verified }) => primary && verified);
  return { provider: "github", subject: String(id), verifiedEmail: address(own?.email) };
}

function address(email: string | undefined): string | null {
  return email !== undefined && isMailAddress(email) ? email.toLowerCase() : null;
}

const persons: Readonly<Record<OauthProvider, (profile: unknown) => ProviderPerson>> = {
  google: googlePerson,
  github: githubPerson,
};

/**
 * Signs in a person whom a provider redirected back, or redirects them: to the second step, or to the sign-in page with
 * the error. Posted sign-ins were checked before.
 *
 * @param next the page they wanted
 */
export function providerSignIn(attempt: SignInAttempt, next: string | null): CallbacksOptions["signIn"] {
  return async ({ account, profile }) => {
    if (account?.type !== "oauth") return true;
    if (await attempt.enter(() => prove(attempt, account.provider, profile))) return true;
    if (attempt.entered !== null) return signInUrl(next, { step: "code" });
    const isStranger = attempt.refusal instanceof CheckoutError;
    if (!isStranger)
      attempt.deps.log.error({ error: attempt.refusal }, "could not parse a sign-in provider's answer");
    return signInUrl(next, { error: isStranger ? "AccessDenied" : "OAuthCallback" });
  };
}

/** @throws CheckoutError UNAUTHORIZED for an unknown person */
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

/**
 * next-auth for one request. Its token contains only the id of a session, whose row has the rest.
 *
 * @param next the page that the browser wanted, in case it returns to the sign-in page
 * @param prove checks the request's body, if it is a posted sign-in
 */
export function authOptions(
  attempt: SignInAttempt,
  next: string | null,
  prove?: () => Promise<Proven>,
): AuthOptions {
  const settings = env();
  const { deps } = attempt;
  return {
    secret: authSecret(settings),
    useSecureCookies: settings.BASE_URL.startsWith("https://"),
    cookies: authCookies(settings),
    session: { strategy: "jwt", maxAge: sessionLifeSeconds },
    pages: signInPages(next),
    providers: [
      ...Object.keys(waysIn).map((id) =>
        Credentials({
          id,
          credentials: {},
          authorize: async () =>
            prove !== undefined && (await attempt.enter(prove)) ? { id: "somebody" } : null,
        }),
      ),
      ...oauthProviders(settings),
    ],
    callbacks: {
      signIn: providerSignIn(attempt, next),
      redirect: leadsTo(settings),
      jwt: async ({ token, user }) => {
        // Without a person it is the existing token.
        if (user === undefined) return token;
        if (attempt.entered?.kind !== "SIGNED_IN") throw new Error("nobody was let in");
        return { sessionId: attempt.entered.sessionId };
      },
    },
    events: {
      signOut: async ({ token }) => {
        if (typeof token.sessionId === "string") await deps.sessions.end(token.sessionId, deps.clock.now());
      },
    },
    logger: {
      error: (code, metadata) => {
        const error = metadata instanceof Error ? metadata : metadata.error;
        deps.log.warn({ code, error }, "next-auth failed");
      },
      warn: () => undefined,
      debug: () => undefined,
    },
  };
}
