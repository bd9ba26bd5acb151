import "server-only";
import type { Profile } from "next-auth";
import type { OAuthConfig } from "next-auth/providers/oauth";
import type { OauthProvider } from "@/lib/accounts/sign-in/signed-in";
import type { OauthSettings } from "@/lib/api/settings/service-settings";

/** Where the providers are; tests have their own. */
const publicHosts = {
  google: "https://accounts.google.com",
  github: "https://github.com",
  githubApi: "https://api.github.com",
};

export type ProviderHosts = Readonly<Record<keyof typeof publicHosts, string>>;

const answerTimeoutMs = 10_000;

/** The providers that the operator has set. Of a person they are asked who it is, and for nothing else. */
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

/** Those that the operator has set. */
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

/** Nothing of a profile is kept: next-auth wants an id, and the session's row says the rest. */
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

/** The person's addresses with what GitHub knows of each. */
async function githubEmails({ githubApi }: ProviderHosts, accessToken: string): Promise<unknown> {
  const response = await fetch(`${githubApi}/user/emails`, {
    headers: { accept: "application/vnd.github+json", authorization: `Bearer ${accessToken}` },
    signal: AbortSignal.timeout(answerTimeoutMs),
  });
  if (!response.ok) throw new Error(`GitHub answered ${response.status} when asked for addresses`);
  return response.json();
}
