import type { Chain } from "@/lib/chain/chains.rules";
import type { Clock } from "@/lib/platform/clock";
import type { Log } from "@/lib/platform/log";
import type { ClaimedLetter, MailStore } from "./mail.store";

export type MailAnswer =
  | { kind: "accepted" }
  /** The server refuses this e-mail for good (SMTP 5xx). */
  | { kind: "refused"; error: string }
  /** The server is unreachable or refuses for now: retry. */
  | { kind: "failed"; error: string };

export type MailSender = {
  /** Submits an e-mail. Never throws; `error` is plain text without secrets. */
  send(
    letter: Pick<ClaimedLetter, "dedupeKey" | "recipient" | "subject" | "body" | "createdAt">,
  ): Promise<MailAnswer>;
};

/** Null without a mail server: then we neither search for, write nor send e-mails. */
export type Mail = {
  letters: MailStore;
  sender: MailSender;
  /** Null when no one receives incidents. */
  operatorAddress: string | null;
} | null;

export type MailDeps = {
  clock: Clock;
  log: Log;
  chains: readonly Chain[];
  /** Origin of the payment page. */
  checkoutPageUrl: string;
  /** Origin of the dashboard. */
  dashboardUrl: string;
  mail: Mail;
};
