import "server-only";
import { createCheckoutStore } from "@/lib/checkouts/checkout.store";
import { createPaymentLinkStore } from "@/lib/checkouts/links/payment-link.store";
import { createCheckoutMarks } from "@/lib/checkouts/live/checkout-marks.store";
import { createLiveCheckouts } from "@/lib/checkouts/live/live-checkouts";
import { readLiveCheckout, streamsWithin } from "@/lib/checkouts/live/live-stream";
import { createPendingCheckoutStore } from "@/lib/checkouts/pending-checkout.store";
import { createReceiptFacts } from "@/lib/checkouts/receipts/receipt-facts.store";
import { createReplacementStore } from "@/lib/checkouts/requote/replacement.store";
import { createBalanceReader } from "@/lib/checkouts/views/wallet-balances";
import { recordTransaction } from "@/lib/payments/verify-payment";
import { openFilesLimit } from "@/lib/platform/process/open-files";
import { perProcess } from "@/lib/platform/process/per-process";
import { createRefundStore } from "@/lib/refunds/refund.store";
import type { RecordTransaction } from "@/lib/refunds/refunds.parts";
import { createAuthorizationStore } from "@/lib/signed/authorization.store";
import { createCharges } from "@/lib/signed/mpp/charges";
import { createRelayBudget } from "@/lib/signed/relay-authorizations";
import { createReceiptKeys } from "@/lib/signed/x402/receipt-keys";
import { getChains, getRates } from "./chains";
import {
  countCheckouts,
  countLinks,
  countPayments,
  countPending,
  countRefunds,
  countReplacements,
} from "./count-facts";
import { getHttp } from "./http";
import { getProcess } from "./process";
import { getProjects } from "./projects";
import { createPaymentStores } from "./stores";

/** Checkouts with their payments and refunds, as the API and the payment page use them. */
export const getCheckouts = perProcess("checkouts", () => {
  const { settings, database, secretBox, common } = getProcess();
  const { clock, log, metrics, random } = common;
  const chains = getChains();
  const dataKeys = [settings.DATA_KEY, settings.DATA_KEY_PREVIOUS].filter((key) => key !== undefined);
  const authorizations = createAuthorizationStore(database);
  const paymentStores = createPaymentStores(database);
  const deps = {
    ...chains,
    rateLimiter: getHttp().rateLimiter,
    readBalances: createBalanceReader(chains.chains, chains.reader, clock),
    projects: getProjects().projects,
    mail: getProjects().mail,
    checkouts: countCheckouts(createCheckoutStore(database, secretBox), metrics),
    receipts: createReceiptFacts(database),
    replacements: countReplacements(createReplacementStore(database, secretBox), metrics),
    pendingCheckouts: countPending(createPendingCheckoutStore(database, secretBox), metrics),
    ...paymentStores,
    payments: countPayments(paymentStores.payments, metrics),
    authorizations,
    relayBudget: createRelayBudget({ clock, authorizations, gasless: chains.gasless }),
    charges: createCharges(dataKeys, new URL(chains.checkoutPageUrl).hostname),
    refunds: countRefunds(createRefundStore(database, secretBox), metrics),
    paymentLinks: countLinks(createPaymentLinkStore(database, secretBox), metrics),
    ...getRates(),
    fiatCurrencies: settings.FIAT_CURRENCIES,
    allowHttpLoopback: settings.APP_MODE !== "production",
  };
  return {
    ...deps,
    recordTransaction: (...which: Parameters<RecordTransaction>) => recordTransaction(deps, ...which),
    /** Streams changes to open payment pages. */
    liveCheckouts: createLiveCheckouts(
      {
        log,
        random,
        checkoutMarks: createCheckoutMarks(database),
        show: (checkoutId) => readLiveCheckout(deps, checkoutId),
      },
      {
        most: streamsWithin(openFilesLimit(), settings.LIVE_STREAMS_MAX),
        perClient: settings.LIVE_STREAMS_PER_ADDRESS,
      },
    ),
  };
});

/** Sign receipts of payments by software. */
export const getReceiptKeys = perProcess("receipts", () => {
  const { DATA_KEY, DATA_KEY_PREVIOUS, CHECKOUT_PAGE_URL } = getProcess().settings;
  const dataKeys = DATA_KEY_PREVIOUS === undefined ? [DATA_KEY] : [DATA_KEY, DATA_KEY_PREVIOUS];
  return createReceiptKeys(dataKeys, CHECKOUT_PAGE_URL);
});
