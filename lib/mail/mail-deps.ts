import type { Chain } from "@/lib/chain/chains.rules";
import type { Clock } from "@/lib/platform/clock";
import type { Log } from "@/lib/platform/log";
import type { ClaimedLetter, MailStore } from "./mail.store";

export type MailAnswer =
  | { kind: "accepted" }
  /** This letter is not wanted, and would not be later (SMTP 5xx). */
  | { kind: "refused"; error: string }
  /** No one there, or not now: to be tried again. */
  | { kind: "failed"; error: string };

export type MailSender = {
  /** Hands a letter in. Never throws; `error` is plain text without secrets. */
  send(
    letter: Pick<ClaimedLetter, "dedupeKey" | "recipient" | "subject" | "body" | "createdAt">,
  ): Promise<MailAnswer>;
};

/** Null where the operator set no mail server: then nothing is looked for, written or sent. */
export type Mail = {
  letters: MailStore;
  sender: MailSender;
  /** Null where no one is to hear of incidents. */
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
