import { z } from "zod";
import { isMailAddress } from "@/lib/letters/mail-kinds.rules";
import { type Mailbox, parseSmtpUrl, type SmtpServer } from "@/lib/letters/smtp-sender";
import { missingSetting, type SettingsFault } from "./advice";
import { origin, serviceAddress } from "./urls";
import { credential } from "./variables";

/** Words that need no quoting in a header, and an address. */
const namedAddress = /^(?<name>[^<>"(),:;@[\\\]\p{Cc}]{1,78}) <(?<address>[^<>]+)>$/u;

/** The parsed value, or an issue. Never shows the value: it may contain a password. */
function read<T>(parse: (text: string) => T | null, fault: string) {
  return z.string().transform((text, context): T => {
    const parsed = parse(text);
    if (parsed !== null) return parsed;
    context.addIssue({ code: "custom", message: fault });
    return z.NEVER;
  });
}

export const mailSettings = z.object({
  /** The mail server for outgoing e-mail; without it none is written. */
  SMTP_URL: read<SmtpServer>(
    parseSmtpUrl,
    "must be smtp[s]://[user:password@]host[:port], with user and password percent-encoded",
  ).optional(),
  /** The sender: an address, or `Name <address>`. */
  MAIL_FROM: read<Mailbox>(parseMailbox, "must be an e-mail address, or: Name <address>").optional(),
  /** Who receives incidents. */
  OPERATOR_EMAIL: z
    .string()
    .refine(isMailAddress, "must be an e-mail address such as ops@example.com")
    .optional(),
});

/** Missing settings, given the present ones, as faults. */
export function missingMailSettings({
  SMTP_URL,
  MAIL_FROM,
}: Readonly<Record<string, string | undefined>>): SettingsFault[] {
  return SMTP_URL && !MAIL_FROM ? [missingSetting("MAIL_FROM", "MAIL_FROM is missing: SMTP_URL is set")] : [];
}

function parseMailbox(text: string): Mailbox | null {
  const { name, address } = namedAddress.exec(text)?.groups ?? { name: "", address: text };
  if (name === undefined || address === undefined || !isMailAddress(address)) return null;
  return { name: name.trim(), address };
}

/** External sign-in providers: each needs both of its settings. */
export const oauthSettings = z.object({
  GOOGLE_CLIENT_ID: credential.optional(),
  GOOGLE_CLIENT_SECRET: credential.optional(),
  GITHUB_CLIENT_ID: credential.optional(),
  GITHUB_CLIENT_SECRET: credential.optional(),
});

export type OauthSettings = z.output<typeof oauthSettings>;

/** Missing settings, given the present ones, as faults. */
export function missingOauthSettings(given: Readonly<Record<string, string | undefined>>): SettingsFault[] {
  return ["GOOGLE", "GITHUB"].flatMap((provider) => {
    const [id, secret] = [`${provider}_CLIENT_ID`, `${provider}_CLIENT_SECRET`];
    if (Boolean(given[id]) === Boolean(given[secret])) return [];
    const [missing, set] = given[id] ? [secret, id] : [id, secret];
    return [missingSetting(missing, `${missing} is missing: ${set} is set`)];
  });
}

/** The relay of the WalletConnect project. */
const usualRelayUrl = "wss://relay.walletconnect.org";

/** Wallets on other devices: offered where the operator has a project at a relay. */
export const walletConnectSettings = z.object({
  WALLETCONNECT_PROJECT_ID: z
    .string()
    .regex(/^[\w-]{1,64}$/, "must be the id of a WalletConnect project: letters, digits, - and _")
    .optional(),
  WALLETCONNECT_RELAY_URL: serviceAddress("ws").default(usualRelayUrl),
});

type WalletConnectSettings = z.output<typeof walletConnectSettings>;

/** The payment page's settings; null without such wallets. */
export function readWalletConnect({
  WALLETCONNECT_PROJECT_ID: projectId,
  WALLETCONNECT_RELAY_URL: relayUrl,
}: WalletConnectSettings): { projectId: string; relayUrl: string } | null {
  return projectId === undefined ? null : { projectId, relayUrl };
}

type Given = Readonly<Record<string, string | undefined>>;

/** The server hashes the key's bytes, so it must be hex; Inngest Cloud's has a prefix. */
const signingKey = z
  .string()
  .regex(
    /^(signkey-\w+-)?([0-9a-fA-F]{2})+$/,
    "must be hex, as Inngest Cloud or openssl rand -hex 32 gives it",
  );

/** The variables of an Inngest server; with none of them the functions run in the process itself. */
export const inngestSettings = z.object({
  /** Your own server; Inngest Cloud when not set. */
  INNGEST_BASE_URL: origin.optional(),
  INNGEST_EVENT_KEY: credential.optional(),
  INNGEST_SIGNING_KEY: signingKey.optional(),
  /** Valid beside the other one during a rotation of keys. */
  INNGEST_SIGNING_KEY_FALLBACK: signingKey.optional(),
});

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
