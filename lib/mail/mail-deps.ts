import type { Chain } from "@/lib/chain/chains.rules";
import type { Clock } from "@/lib/platform/clock.port";
import type { Log } from "@/lib/platform/log.port";
import type { MailSender } from "./mail-sender.port";
import type { MailStore } from "./mail-store.port";

/** Null where the operator set no mail server: then nothing is looked for, written or sent. */
export type Mail = {
  letters: MailStore;
  sender: MailSender;
  /** Null where nobody is to hear of incidents. */
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
