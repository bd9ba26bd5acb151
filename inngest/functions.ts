import { applyDueWalletChanges } from "./apply-wallet-changes";
import { countProjectHours } from "./count-hours";
import { deliver, retryWebhooks } from "./deliver-webhooks";
import { expire } from "./expire-checkouts";
import { prune } from "./prune";
import { refreshRates } from "./refresh-rates";
import { keepRelaying, relay } from "./relay-payments";
import { sendMail, writeDailyDigests } from "./send-mail";
import { keepRefunding, sendDueRefunds } from "./send-refunds";
import { keepSettling, settle } from "./settle-checkouts";
import { reviewAllBalances, sweepAllBalances } from "./sweep-balances";
import { tellFailures } from "./tell-failures";
import { keepWatching, watchChain } from "./watch-chain";

/** All the work that happens without a request. */
export const functions = [
  keepWatching,
  watchChain,
  expire,
  deliver,
  retryWebhooks,
  keepSettling,
  settle,
  keepRefunding,
  sendDueRefunds,
  keepRelaying,
  relay,
  sweepAllBalances,
  reviewAllBalances,
  refreshRates,
  applyDueWalletChanges,
  prune,
  sendMail,
  writeDailyDigests,
  countProjectHours,
  tellFailures,
];
