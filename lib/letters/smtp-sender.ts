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
  /** The host after the `@` of Message-IDs: the service's own. */
  messageIdHost: string;
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
  const { server, from, messageIdHost, ownOrigins, ca, timeouts = defaultTimeouts } = options;
  return {
    send: async ({ dedupeKey, recipient, subject, body, language, createdAt }) => {
      // The database checks it too; another row may arrive another way.
      if (!isMailAddress(recipient)) return { kind: "refused", error: "the recipient's address is none" };
      const transport = await openTransport(server, ca, timeouts.silentMs);
      const heading = subject.replace(/[\p{Cc}\s]+/gu, " ");
      const handedIn = transport.sendMail({
        from,
        to: { name: "", address: recipient },
        envelope: { from: from.address, to: [recipient] },
        subject: heading,
        text: body,
        html: letterHtml({ subject: heading, body, language: language ?? "en" }, ownOrigins),
        date: createdAt,
        messageId: messageId(dedupeKey, messageIdHost),
        headers: { "Auto-Submitted": "auto-generated" },
      });
      // A server that sends a little now and then is never silent and would hold the e-mail for ever.
      const accepted = handedIn.then((): MailAnswer => ({ kind: "accepted" }), toAnswer);
      return withTimeLimit(timeouts.wholeMs, "the mail server", accepted).catch((error: Error) => ({
        kind: "failed",
        error: error.message,
      }));
    },
  };
}

/** Connects and logs in, and sends nothing. @returns null, or why the server does not take us */
export async function verifySmtp(server: SmtpServer, ca?: string): Promise<string | null> {
  const transport = await openTransport(server, ca, defaultTimeouts.silentMs);
  try {
    await withTimeLimit(defaultTimeouts.silentMs, "the mail server", transport.verify());
    return null;
  } catch (error) {
    return inWords(error as SmtpError, false);
  } finally {
    transport.close();
  }
}

/** The library is loaded with the first e-mail: a server without SMTP never needs it. */
async function openTransport(server: SmtpServer, ca: string | undefined, silentMs: number) {
  const { createTransport } = await import("nodemailer");
  return createTransport({
    host: server.host,
    port: server.port,
    secure: server.implicitTls,
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

function toAnswer(error: SmtpError): MailAnswer {
  const { code, responseCode } = error;
  const isOfLetter = code === "EENVELOPE" || code === "EMESSAGE";
  const isForGood = responseCode !== undefined && responseCode >= 500 && !refusesUs.has(responseCode);
  return { kind: isOfLetter && isForGood ? "refused" : "failed", error: inWords(error, isOfLetter) };
}

/** We keep the server's answer to an e-mail; its answer to a login could repeat the password. */
function inWords({ code, response, responseCode }: SmtpError, isOfLetter: boolean): string {
  const words = isOfLetter && response !== undefined ? response : `${code ?? "failed"} ${responseCode ?? ""}`;
  return words
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, errorLength);
}

function isLoopback(host: string): boolean {
  if (host === "localhost" || host === "::1") return true;
  return isIP(host) === 4 && host.startsWith("127.");
}
