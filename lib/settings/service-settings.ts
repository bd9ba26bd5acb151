import type { Given, Settings } from "./schema";
import { inngestSettings } from "./sections/service";
import { missingSetting, type SettingsFault } from "./variables";

/** Missing settings, given the present ones, as faults. */
export function missingMailSettings({ SMTP_URL, MAIL_FROM }: Given): SettingsFault[] {
  return SMTP_URL && !MAIL_FROM ? [missingSetting("MAIL_FROM", "MAIL_FROM is missing: SMTP_URL is set")] : [];
}

/** Missing settings, given the present ones, as faults. */
export function missingOauthSettings(given: Given): SettingsFault[] {
  return ["GOOGLE", "GITHUB"].flatMap((provider) => {
    const [id, secret] = [`${provider}_CLIENT_ID`, `${provider}_CLIENT_SECRET`];
    if (Boolean(given[id]) === Boolean(given[secret])) return [];
    const [missing, set] = given[id] ? [secret, id] : [id, secret];
    return [missingSetting(missing, `${missing} is missing: ${set} is set`)];
  });
}

/** The payment page's settings; null without such wallets. */
export function readWalletConnect({
  WALLETCONNECT_PROJECT_ID: projectId,
  WALLETCONNECT_RELAY_URL: relayUrl,
}: Pick<Settings, "WALLETCONNECT_PROJECT_ID" | "WALLETCONNECT_RELAY_URL">): {
  projectId: string;
  relayUrl: string;
} | null {
  return projectId === undefined ? null : { projectId, relayUrl };
}

export type InngestServer = {
  eventKey: string;
  signingKey: string;
  signingKeyFallback: string | undefined;
  /** Inngest Cloud when undefined. */
  baseUrl: string | undefined;
};

/** The Inngest server that runs the functions; null without one. Incomplete settings count as none here. */
export function readInngestServer(given: Given): InngestServer | null {
  const { INNGEST_EVENT_KEY: eventKey, INNGEST_SIGNING_KEY: signingKey } = given;
  if (!eventKey || !signingKey) return null;
  return {
    eventKey,
    signingKey,
    signingKeyFallback: given.INNGEST_SIGNING_KEY_FALLBACK || undefined,
    baseUrl: given.INNGEST_BASE_URL || undefined,
  };
}

/** With half of the settings, the server would get no work, or the work would be unsigned. */
export function missingInngestKeys(given: Given): SettingsFault[] {
  const named = Object.keys(inngestSettings.shape).filter((name) => given[name]);
  return ["INNGEST_EVENT_KEY", "INNGEST_SIGNING_KEY"]
    .filter((name) => named.length > 0 && !named.includes(name))
    .map((name) => missingSetting(name, `${name} is missing (${named.join(", ")} is set)`));
}
