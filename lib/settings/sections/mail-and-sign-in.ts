import { z } from "zod";
import { isMailAddress } from "@/lib/letters/mail-kinds.rules";
import { type Mailbox, parseSmtpUrl, type SmtpServer } from "@/lib/letters/smtp-sender";
import { credential, help } from "../values";

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

function parseMailbox(text: string): Mailbox | null {
  const { name, address } = namedAddress.exec(text)?.groups ?? { name: "", address: text };
  if (name === undefined || address === undefined || !isMailAddress(address)) return null;
  return { name: name.trim(), address };
}

export const mailSettings = z.object({
  SMTP_URL: read<SmtpServer>(
    parseSmtpUrl,
    "must be smtp[s]://[user:password@]host[:port], with user and password percent-encoded",
  )
    .optional()
    .register(help, { meaning: "the mail server, see [mail](mail.md)" }),
  MAIL_FROM: read<Mailbox>(parseMailbox, "must be an e-mail address, or: Name <address>")
    .optional()
    .register(help, {
      meaning: "the sender; required with `SMTP_URL`",
      missing: "the sender of our e-mails: an address, or: Name <address>",
    }),
  OPERATOR_EMAIL: z
    .string()
    .refine(isMailAddress, "must be an e-mail address such as ops@example.com")
    .optional()
    .register(help, { meaning: "receives incidents" }),
});

/** External sign-in providers: each needs both of its settings. */
export const oauthSettings = z.object({
  GOOGLE_CLIENT_ID: credential.optional().register(help, {
    meaning: "lets people sign in with Google; redirect address `BASE_URL/api/auth/callback/google`",
    missing: "copy it from your OAuth client at Google, or remove the other one",
  }),
  GOOGLE_CLIENT_SECRET: credential.optional().register(help, {
    meaning: "its secret",
    missing: "create one in your OAuth client at Google, or remove the other one",
  }),
  GITHUB_CLIENT_ID: credential.optional().register(help, {
    meaning: "lets people sign in with GitHub; redirect address `BASE_URL/api/auth/callback/github`",
    missing: "copy it from your OAuth app at GitHub, or remove the other one",
  }),
  GITHUB_CLIENT_SECRET: credential.optional().register(help, {
    meaning: "its secret",
    missing: "create one in your OAuth app at GitHub, or remove the other one",
  }),
});

export type OauthSettings = z.output<typeof oauthSettings>;
