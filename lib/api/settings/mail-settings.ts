import { z } from "zod";
import { isMailAddress } from "@/lib/mail/mail-kinds.rules";
import type { Mailbox } from "@/lib/mail/smtp-sender";
import { parseSmtpUrl, type SmtpServer } from "@/lib/mail/smtp-url";

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
