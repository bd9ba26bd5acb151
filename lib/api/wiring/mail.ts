import "server-only";
import { createMailFacts } from "@/lib/insights/mail-facts.store";
import { createMailStore } from "@/lib/letters/mail.store";
import type { LetterDeps } from "@/lib/letters/mail-facts.port";
import { createSmtpSender } from "@/lib/letters/smtp-sender";
import type { Database } from "@/lib/platform/database";
import type { Env } from "@/lib/settings/env";

/** Dependencies for e-mail, if the settings name a mail server. */
export function createMail(settings: Env, database: Database): LetterDeps["mail"] {
  const { SMTP_URL, MAIL_FROM, OPERATOR_EMAIL, BASE_URL } = settings;
  if (SMTP_URL === undefined || MAIL_FROM === undefined) return null;
  return {
    facts: createMailFacts(database),
    letters: createMailStore(database),
    sender: createSmtpSender({
      server: SMTP_URL,
      from: MAIL_FROM,
      messageIdHost: new URL(BASE_URL).hostname,
    }),
    operatorAddress: OPERATOR_EMAIL ?? null,
  };
}
