import { z } from "zod";

const credential = z.string().min(1).max(512).optional();

/** Where else people may sign in: each provider where both of its settings are there. */
export const oauthSettings = z.object({
  GOOGLE_CLIENT_ID: credential,
  GOOGLE_CLIENT_SECRET: credential,
  GITHUB_CLIENT_ID: credential,
  GITHUB_CLIENT_SECRET: credential,
});

export type OauthSettings = z.output<typeof oauthSettings>;

/** What is missing beside what is given, as faults to be told. */
export function missingOauthSettings(given: Readonly<Record<string, string | undefined>>): string[] {
  return ["GOOGLE", "GITHUB"].flatMap((provider) => {
    const [id, secret] = [`${provider}_CLIENT_ID`, `${provider}_CLIENT_SECRET`];
    if (Boolean(given[id]) === Boolean(given[secret])) return [];
    const [missing, set] = given[id] ? [secret, id] : [id, secret];
    return [`${missing} is missing: ${set} is set`];
  });
}
