import "server-only";
import type { AuthOptions } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { env } from "@/lib/api/settings/env";
import { authCookies, authSecret, sessionLifeSeconds } from "./auth-settings";
import { doorPages, leadsTo } from "./door";
import { oauthProviders } from "./oauth";
import { providerSignIn } from "./provider-sign-in";
import type { Proven, SignInAttempt } from "./sign-in-attempt";
import { waysIn } from "./ways-in";

/**
 * next-auth for one request. Its token carries nothing but the id of a session, whose row says the rest.
 *
 * @param next where the browser wanted to go, should it come to the door again
 * @param prove what the request's body shows, where it is one to sign in by
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
    pages: doorPages(next),
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
        // Without a person it is a token from before.
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
