import type { AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { findLastingPort } from "./lasting-port";

/** An e-mail as received. */
export type ReceivedLetter = {
  from: string;
  to: string[];
  /** By lower-case name, unfolded. */
  headers: Readonly<Record<string, string>>;
  /** Decoded. */
  text: string;
  /** The same as HTML, decoded; null in an e-mail of text alone. */
  html: string | null;
  isEncrypted: boolean;
  user: string | null;
};

export type MailReceiver = {
  port: number;
  received: ReceivedLetter[];
  /** An SMTP code with which every recipient is refused; null for none. */
  refuseWith: number | null;
  /** Awaited after a letter was taken and before the answer to it. */
  beforeAnswer: () => Promise<void>;
  /** Stops listening until `listen`. */
  close(): Promise<void>;
  listen(): Promise<void>;
};

/** A real SMTP server on loopback that stores received e-mails. */
export async function openMailReceiver(options: SMTPServerOptions = {}): Promise<MailReceiver> {
  let server = newServer();
  const receiver: MailReceiver = {
    port: 0,
    received: [],
    refuseWith: null,
    beforeAnswer: async () => undefined,
    close: () => new Promise((resolve) => server.close(() => resolve())),
    listen: async () => {
      server = newServer();
      await listen(receiver.port);
    },
  };
  await listen(await findLastingPort());
  receiver.port = (server.server.address() as AddressInfo).port;
  return receiver;

  function listen(port: number): Promise<void> {
    return new Promise((resolve, reject) => {
      server.on("error", () => undefined);
      server.once("error", reject);
      server.listen(port, "127.0.0.1", resolve);
    });
  }

  function newServer(): SMTPServer {
    return new SMTPServer({
      authOptional: true,
      disableReverseLookup: true,
      disabledCommands: options.secure || options.key ? [] : ["STARTTLS"],
      allowInsecureAuth: true,
      onAuth: ({ username }, _session, done) => done(null, { user: username }),
      onRcptTo: (_address, _session, done) => {
        const code = receiver.refuseWith;
        if (code === null) return done();
        done(Object.assign(new Error("not wanted here"), { responseCode: code }));
      },
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on("data", (chunk: Buffer) => chunks.push(chunk));
        stream.on("end", () => {
          const { mailFrom, rcptTo } = session.envelope;
          receiver.received.push({
            from: mailFrom === false ? "" : mailFrom.address,
            to: rcptTo.map(({ address }) => address),
            ...readMessage(Buffer.concat(chunks).toString("utf8")),
            isEncrypted: session.secure,
            user: session.user ?? null,
          });
          receiver.beforeAnswer().then(
            () => done(),
            (error: Error) => done(error),
          );
        });
      },
      ...options,
    });
  }
}

function readMessage(raw: string): Pick<ReceivedLetter, "headers" | "text" | "html"> {
  const { headers, body } = readPart(raw);
  const boundary = /^multipart\/alternative; boundary="([^"]+)"$/.exec(headers["content-type"] ?? "")?.[1];
  if (boundary === undefined) return { headers, text: contentOf({ headers, body }), html: null };
  const [text, html, ...others] = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => readPart(part.replace(/^\r\n/, "").replace(/\r\n$/, "")));
  if (text === undefined || html === undefined || others.length > 0)
    throw new Error("not a text with its HTML");
  return { headers, text: contentOf(text), html: contentOf(html) };
}

type Part = { headers: Record<string, string>; body: string };

/** A message, or a part of one. */
function readPart(raw: string): Part {
  const end = raw.indexOf("\r\n\r\n");
  const lines = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, " ")
    .split("\r\n");
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim())];
    }),
  );
  return { headers, body: raw.slice(end + 4) };
}

function contentOf({ headers, body }: Part): string {
  const text = decodeBody(body, headers["content-transfer-encoding"] ?? "7bit");
  const isFlowed = /format=flowed/.test(headers["content-type"] ?? "");
  const unflowed = isFlowed ? text.replace(/ \r\n/g, " ") : text;
  return unflowed.replaceAll("\r\n", "\n");
}

/** RFC 2047. */
function decodeWords(text: string): string {
  return text
    .replace(/\?= =\?/g, "?==?")
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_all, kind: string, word: string) =>
      kind.toLowerCase() === "b"
        ? Buffer.from(word, "base64").toString("utf8")
        : unquote(word.replaceAll("_", " ")),
    );
}

function decodeBody(body: string, encoding: string): string {
  if (encoding === "base64") return Buffer.from(body, "base64").toString("utf8");
  return encoding === "quoted-printable" ? unquote(body.replace(/=\r\n/g, "")) : body;
}

function unquote(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_all, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, "latin1").toString("utf8");
}
