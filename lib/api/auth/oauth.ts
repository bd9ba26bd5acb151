import "server-only";
import type { Profile } from "next-auth";
import type { OAuthConfig } from "next-auth/providers/oauth";
import type { OauthProvider } from "@/lib/accounts/sign-in/signed-in";
import type { OauthSettings } from "@/lib/settings/sections/mail-and-sign-in";

/** The providers' hosts; tests use their own. */
const publicHosts = {
  google: "https://accounts.google.com",
  github: "https://github.com",
  githubApi: "https://api.github.com",
};

export type ProviderHosts = Readonly<Record<keyof typeof publicHosts, string>>;

const answerTimeoutMs = 10_000;

/** The configured providers. They are asked only for a person's identity. */
export function oauthProviders(
  settings: OauthSettings,
  hosts: ProviderHosts = publicHosts,
): OAuthConfig<Profile>[] {
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, GITHUB_CLIENT_ID, GITHUB_CLIENT_SECRET } = settings;
  return [
    ...provided(google(hosts), GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET),
    ...provided(github(hosts), GITHUB_CLIENT_ID, GITHUB_CLIENT_SECRET),
  ];
}

/** The configured ones. */
export function providerNames(settings: OauthSettings): OauthProvider[] {
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

/** We keep nothing of a profile: next-auth wants an id, and the session's row has the rest. */
const profile = () => ({ id: "somebody" });

const google = (hosts: ProviderHosts): OAuthConfig<Profile> => ({
  id: "google",
  name: "Google",
  type: "oauth",
  wellKnown: `${hosts.google}/.well-known/openid-configuration`,
  authorization: { params: { scope: "openid email", prompt: "select_account" } },
  idToken: true,
  checks: ["pkce", "state", "nonce"],
  profile,
});

const github = (hosts: ProviderHosts): OAuthConfig<Profile> => ({
  id: "github",
  name: "GitHub",
  type: "oauth",
  // Named in its answers (RFC 9207).
  issuer: `${hosts.github}/login/oauth`,
  authorization: { url: `${hosts.github}/login/oauth/authorize`, params: { scope: "user:email" } },
  token: `${hosts.github}/login/oauth/access_token`,
  userinfo: {
    url: `${hosts.githubApi}/user`,
    request: async ({ client, tokens: { access_token: accessToken = "" } }) => ({
      ...(await client.userinfo(accessToken)),
      emails: await githubEmails(hosts, accessToken),
    }),
  },
  checks: ["pkce", "state"],
  profile,
});

/** The person's addresses, and whether GitHub verified them. */
async function githubEmails({ githubApi }: ProviderHosts, accessToken: string): Promise<unknown> {
  const response = await fetch(`${githubApi}/user/emails`, {
    headers: { accept: "application/vnd.github+json", authorization: `Bearer ${accessToken}` },
    signal: AbortSignal.timeout(answerTimeoutMs),
  });
  if (!response.ok) throw new Error(`GitHub answered ${response.status} when asked for addresses`);
  return response.json();
}
