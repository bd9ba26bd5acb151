import { z } from "zod";
import { isMailAddress } from "@/lib/mail/mail-kinds.rules";
import { type Mailbox, parseSmtpUrl, type SmtpServer } from "@/lib/mail/smtp-sender";
import { parseUrl } from "@/lib/platform/values/url.rules";

/** Words that need no quoting in a header, and an address. */
const namedAddress = /^(?<name>[^<>"(),:;@[\\\]\p{Cc}]{1,78}) <(?<address>[^<>]+)>$/u;

/** A read value, or an issue in place of it. Never names the value: it may hold a password. */
function read<T>(parse: (text: string) => T | null, fault: string) {
  return z.string().transform((text, context): T => {
    const parsed = parse(text);
    if (parsed !== null) return parsed;
    context.addIssue({ code: "custom", message: fault });
    return z.NEVER;
  });
}

export const mailSettings = z.object({
  /** The mail server at which letters are handed in; without it none are written. */
  SMTP_URL: read<SmtpServer>(
    parseSmtpUrl,
    "must be smtp[s]://[user:password@]host[:port], with user and password percent-encoded",
  ).optional(),
  /** Whom letters are from: an address, or `Name <address>`. */
  MAIL_FROM: read<Mailbox>(parseMailbox, "must be an address, or: Name <address>").optional(),
  /** Who hears of incidents. */
  OPERATOR_EMAIL: z.string().refine(isMailAddress, "must be an address").optional(),
});

/** What is missing beside what is given, as faults to be told. */
export function missingMailSettings({
  SMTP_URL,
  MAIL_FROM,
}: Readonly<Record<string, string | undefined>>): string[] {
  return SMTP_URL && !MAIL_FROM ? ["MAIL_FROM is missing: SMTP_URL is set"] : [];
}

function parseMailbox(text: string): Mailbox | null {
  const { name, address } = namedAddress.exec(text)?.groups ?? { name: "", address: text };
  if (name === undefined || address === undefined || !isMailAddress(address)) return null;
  return { name: name.trim(), address };
}

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

/** The relay of the WalletConnect project. */
const usualRelayUrl = "wss://relay.walletconnect.org";

/** Wallets on other devices: offered where the operator has a project at a relay. */
export const walletConnectSettings = z.object({
  WALLETCONNECT_PROJECT_ID: z
    .string()
    .regex(/^[\w-]{1,64}$/, "must be a project's id")
    .optional(),
  WALLETCONNECT_RELAY_URL: z
    .string()
    .refine((value) => /^wss?:$/.test(parseUrl(value)?.protocol ?? ""), "must be a wss:// address")
    .default(usualRelayUrl),
});

type WalletConnectSettings = z.output<typeof walletConnectSettings>;

/** What the payment page is told; null where such wallets are not offered. */
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
  /** A server of one's own; Inngest Cloud when it is not set. */
  INNGEST_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  INNGEST_EVENT_KEY: z.string().optional(),
  INNGEST_SIGNING_KEY: signingKey.optional(),
  /** Counts beside the other one while keys are exchanged. */
  INNGEST_SIGNING_KEY_FALLBACK: signingKey.optional(),
});

export type InngestServer = {
  eventKey: string;
  signingKey: string;
  signingKeyFallback: string | undefined;
  /** Inngest Cloud where undefined. */
  baseUrl: string | undefined;
};

/** The Inngest server that runs the functions; null without one. What is incomplete counts as none here. */
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

/** Half of the settings would leave the server without work, or the work without signatures. */
export function missingInngestKeys(given: Given): string[] {
  const named = Object.keys(inngestSettings.shape).filter((name) => given[name]);
  return ["INNGEST_EVENT_KEY", "INNGEST_SIGNING_KEY"]
    .filter((name) => named.length > 0 && !named.includes(name))
    .map((name) => `${name} is missing (${named.join(", ")} is set)`);
}
