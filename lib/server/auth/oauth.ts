import "server-only";
import type { Account, Profile } from "next-auth";
import type { OAuthConfig } from "next-auth/providers/oauth";
import { CheckoutError } from "@/lib/core/errors";
import {
  authorizeByProvider,
  type ProviderPerson,
} from "@/lib/services/accounts/oauth/authorize-by-provider";
import type { OauthProvider } from "@/lib/services/ports/accounts/own-account-store";
import type { Env } from "../env";
import { githubPerson, googlePerson } from "./provider-person";
import type { Proven, SignInAttempt } from "./sign-in-attempt";

const persons: Readonly<Record<OauthProvider, (profile: unknown) => ProviderPerson>> = {
  google: googlePerson,
  github: githubPerson,
};

const answerTimeoutMs = 10_000;

/** The providers that the operator has set. Of a person they are asked who it is, and for nothing else. */
export function oauthProviders(settings: Env): OAuthConfig<Profile>[] {
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, GITHUB_CLIENT_ID, GITHUB_CLIENT_SECRET } = settings;
  return [
    ...provided(google, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET),
    ...provided(github, GITHUB_CLIENT_ID, GITHUB_CLIENT_SECRET),
  ];
}

/** Those that the operator has set. */
export function providerNames(settings: Env): OauthProvider[] {
  return oauthProviders(settings).map(({ id }) => id as OauthProvider);
}

function provided(
  provider: OAuthConfig<Profile>,
  clientId: string | undefined,
  clientSecret: string | undefined,
): OAuthConfig<Profile>[] {
  return clientId === undefined || clientSecret === undefined
    ? []
    : [{ ...provider, clientId, clientSecret }];
}

/** Nothing of a profile is kept: next-auth wants an id, and the session's row says the rest. */
const profile = () => ({ id: "somebody" });

const google: OAuthConfig<Profile> = {
  id: "google",
  name: "Google",
  type: "oauth",
  wellKnown: "https://accounts.google.com/.well-known/openid-configuration",
  authorization: { params: { scope: "openid email", prompt: "select_account" } },
  idToken: true,
  checks: ["pkce", "state", "nonce"],
  profile,
};

const github: OAuthConfig<Profile> = {
  id: "github",
  name: "GitHub",
  type: "oauth",
  // Named in its answers (RFC 9207).
  issuer: "https://github.com/login/oauth",
  authorization: { url: "https://github.com/login/oauth/authorize", params: { scope: "user:email" } },
  token: "https://github.com/login/oauth/access_token",
  userinfo: {
    url: "https://api.github.com/user",
    request: async ({ client, tokens: { access_token: accessToken = "" } }) => ({
      ...(await client.userinfo(accessToken)),
      emails: await githubEmails(accessToken),
    }),
  },
  checks: ["pkce", "state"],
  profile,
};

/** The person's addresses with what GitHub knows of each. */
async function githubEmails(accessToken: string): Promise<unknown> {
  const response = await fetch("https://api.github.com/user/emails", {
    headers: { accept: "application/vnd.github+json", authorization: `Bearer ${accessToken}` },
    signal: AbortSignal.timeout(answerTimeoutMs),
  });
  if (!response.ok) throw new Error(`GitHub answered ${response.status} when asked for addresses`);
  return response.json();
}

/** @throws CheckoutError UNAUTHORIZED for a stranger, and for what is no person */
export async function proveByProvider(
  { deps }: Pick<SignInAttempt, "deps">,
  { provider }: Pick<Account, "provider">,
  profile: unknown,
): Promise<Proven> {
  const person = Object.hasOwn(persons, provider) ? persons[provider as OauthProvider](profile) : null;
  const found = person === null ? null : await authorizeByProvider(deps, person);
  if (person === null || found === null)
    throw new CheckoutError("UNAUTHORIZED", "No account here belongs to this one. Ask to be invited.");
  return { ...found, method: person.provider };
}
