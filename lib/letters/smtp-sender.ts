import { createHash } from "node:crypto";
import { isIP } from "node:net";
import { withTimeLimit } from "@/lib/platform/time-limit";
import { minuteMs } from "@/lib/platform/values/time.rules";
import { parseUrl, percentDecoded } from "@/lib/platform/values/url.rules";
import { letterHtml } from "./letter-html";
import { isMailAddress } from "./mail-kinds.rules";
import type { MailAnswer, MailSender } from "./send-letters";

/** A mail server and its login. */
export type SmtpServer = {
  host: string;
  port: number;
  /** TLS from the first byte; otherwise STARTTLS if the server offers it. */
  implicitTls: boolean;
  /** With a login, we abort a connection without TLS before sending the password. */
  login: { user: string; password: string } | null;
};

const defaultPorts = { "smtp:": 587, "smtps:": 465 } as const;

/**
 * @param text `smtp[s]://[user:password@]host[:port]`, user and password percent-encoded
 * @returns null for anything else
 * @example parseSmtpUrl("smtps://shop:p%40ss@mail.example.com")
 */
export function parseSmtpUrl(text: string): SmtpServer | null {
  const url = parseUrl(text);
  if (url === null) return null;
  const { protocol, hostname, port, username, password, pathname, search, hash } = url;
  if (protocol !== "smtp:" && protocol !== "smtps:") return null;
  // Options in the URL could turn off what protects the password.
  if (hostname === "" || !["", "/"].includes(pathname) || search !== "" || hash !== "") return null;
  const login = decodedLogin(username, password);
  if (login === undefined) return null;
  return {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port === "" ? defaultPorts[protocol] : Number(port),
    implicitTls: protocol === "smtps:",
    login,
  };
}

/** Undefined when half of it is missing, or it is encoded wrongly. */
function decodedLogin(username: string, encoded: string): SmtpServer["login"] | undefined {
  if (username === "" && encoded === "") return null;
  const user = percentDecoded(username);
  const password = percentDecoded(encoded);
  return user && password ? { user, password } : undefined;
}

export type Mailbox = { name: string; address: string };

export type SmtpSenderOptions = {
  server: SmtpServer;
  from: Mailbox;
  /** The service's own host: in its greeting, and after the `@` of Message-IDs. */
  ownHost: string;
  /** Of the dashboard and the payment page: the only links in an e-mail lead there. */
  ownOrigins: readonly string[];
  /** An additional trusted authority, PEM, besides Node's. */
  ca?: string;
  /** How long a connection may be silent, and how long a submission may take in total. */
  timeouts?: { silentMs: number; wholeMs: number };
};

const defaultTimeouts = { silentMs: 15_000, wholeMs: minuteMs };

const errorLength = 300;

/** Codes that refuse us as a sender, not the e-mail: the operator has to act. */
const refusesUs = new Set([530, 534, 535, 538]);

/**
 * E-mails by SMTP, one connection each: they are few. A password is sent only over TLS, except to this machine itself.
 */
export function createSmtpSender(options: SmtpSenderOptions): MailSender {
  const { server, from, ownHost, ownOrigins, ca, timeouts = defaultTimeouts } = options;
  return {
    send: async ({ dedupeKey, recipient, subject, body, language, createdAt }) => {
      // The database checks it too; another row may arrive another way.
      if (!isMailAddress(recipient)) return { kind: "refused", error: "the recipient's address is none" };
      const transport = await openTransport(server, ownHost, ca, timeouts.silentMs);
      const heading = subject.replace(/[\p{Cc}\s]+/gu, " ");
      const handedIn = transport.sendMail({
        from,
        to: { name: "", address: recipient },
        envelope: { from: from.address, to: [recipient] },
        subject: heading,
        text: body,
        html: letterHtml({ subject: heading, body, language: language ?? "en" }, ownOrigins),
        date: createdAt,
        messageId: messageId(dedupeKey, ownHost),
        headers: { "Auto-Submitted": "auto-generated" },
      });
      // A server that sends a little now and then is never silent and would hold the e-mail for ever.
      const accepted = handedIn.then(
        (): MailAnswer => ({ kind: "accepted" }),
        (error: SmtpError) => toAnswer(error, server),
      );
      return withTimeLimit(timeouts.wholeMs, "the mail server", accepted).catch((error: Error) => ({
        kind: "failed",
        error: error.message,
      }));
    },
  };
}

/** Connects and logs in, and sends nothing. @returns null, or why the server refuses us */
export async function verifySmtp(server: SmtpServer, ownHost: string, ca?: string): Promise<string | null> {
  const transport = await openTransport(server, ownHost, ca, defaultTimeouts.silentMs);
  try {
    await withTimeLimit(defaultTimeouts.silentMs, "the mail server", transport.verify());
    return null;
  } catch (error) {
    return inWords(error as SmtpError, server);
  } finally {
    transport.close();
  }
}

/** The library is loaded with the first e-mail: a server without SMTP never needs it. */
async function openTransport(server: SmtpServer, ownHost: string, ca: string | undefined, silentMs: number) {
  const { createTransport } = await import("nodemailer");
  return createTransport({
    host: server.host,
    port: server.port,
    secure: server.implicitTls,
    // A machine's own name often has no dot, and relays refuse the address that stands in for it.
    name: ownHost,
    ...(server.login === null ? {} : { auth: { user: server.login.user, pass: server.login.password } }),
    requireTLS: server.login !== null && !isLoopback(server.host),
    ...(ca === undefined ? {} : { tls: { ca } }),
    connectionTimeout: silentMs,
    greetingTimeout: silentMs,
    socketTimeout: silentMs,
    dnsTimeout: silentMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** The same for each attempt at a letter, so that a mailbox knows one that comes twice. */
function messageId(dedupeKey: string, host: string): string {
  return `<${createHash("sha256").update(dedupeKey).digest("hex").slice(0, 40)}@${host}>`;
}

type SmtpError = Error & { code?: string; command?: string; response?: string; responseCode?: number };

function toAnswer(error: SmtpError, server: SmtpServer): MailAnswer {
  const { code, responseCode } = error;
  const isOfLetter = code === "EENVELOPE" || code === "EMESSAGE";
  const isForGood = responseCode !== undefined && responseCode >= 500 && !refusesUs.has(responseCode);
  return { kind: isOfLetter && isForGood ? "refused" : "failed", error: inWords(error, server) };
}

/** The server's own words, or what failed before it said any. It may repeat the login that it refuses. */
function inWords({ code, response, responseCode }: SmtpError, { login }: SmtpServer): string {
  const secrets = login === null ? [] : loginForms(login);
  return secrets
    .reduce(
      (text, secret) => text.replaceAll(secret, "…"),
      response ?? `${code ?? "failed"} ${responseCode ?? ""}`,
    )
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, errorLength);
}

/** The password as SMTP sends it: as it is, and in base64 by AUTH LOGIN and AUTH PLAIN. */
function loginForms({ user, password }: { user: string; password: string }): string[] {
  const encoded = [password, `\0${user}\0${password}`].map((text) => Buffer.from(text).toString("base64"));
  return [...encoded, password];
}

function isLoopback(host: string): boolean {
  if (host === "localhost" || host === "::1") return true;
  return isIP(host) === 4 && host.startsWith("127.");
}
