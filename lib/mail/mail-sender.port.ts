import type { ClaimedLetter } from "./mail-store.port";

export type MailAnswer =
  | { kind: "accepted" }
  /** This letter is not wanted, and would not be later (SMTP 5xx). */
  | { kind: "refused"; error: string }
  /** Nobody there, or not now: to be tried again. */
  | { kind: "failed"; error: string };

export type MailSender = {
  /** Hands a letter in. Never throws; `error` is plain text without secrets. */
  send(
    letter: Pick<ClaimedLetter, "dedupeKey" | "recipient" | "subject" | "body" | "createdAt">,
  ): Promise<MailAnswer>;
};
