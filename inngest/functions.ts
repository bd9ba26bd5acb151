import { deliver } from "./deliver-webhooks";
import { relay } from "./relay-payments";
import { sendMail, writeDailyDigests } from "./send-mail";
import { sendDueRefunds } from "./send-refunds";
import { settle } from "./settle-checkouts";
import { sweepAllBalances } from "./sweep-balances";
import { tellFailures } from "./tell-failures";
import { keepUp } from "./upkeep";
import { watchChain } from "./watch-chain";

/** All the work that happens without a request. */
export const functions = [
  watchChain,
  keepUp,
  deliver,
  settle,
  sendDueRefunds,
  relay,
  sweepAllBalances,
  sendMail,
  writeDailyDigests,
  tellFailures,
];
