import "server-only";
import { randomBytes } from "node:crypto";
import { createIdempotencyStore } from "@/lib/api/limits/idempotency.store";
import { createRateLimiter } from "@/lib/api/limits/rate-limiter.store";
import { countCheckouts, countPayments, countRefunds, countWebhooks } from "@/lib/api/metrics/count-facts";
import { createScrape } from "@/lib/api/metrics/service-gauges";
import { createMail } from "@/lib/api/server/mail";
import { type Env, env } from "@/lib/api/settings/env";
import { createJobsStatusStore } from "@/lib/books/jobs-status.store";
import { createServiceCounts } from "@/lib/books/service-counts.store";
import { type ChainGuard, createChainGuard } from "@/lib/chain/check/chain-guard";
import { usesTags } from "@/lib/chain/confirmation-policy.rules";
import { depositAddresses, requiredContracts } from "@/lib/chain/contracts/deposit-address.chain";
import { createChainReader } from "@/lib/chain/reader/chain-reader.chain";
import type { ChainNodes } from "@/lib/chain/reader/chain-reader.port";
import { createChainSender, createLocalSigner } from "@/lib/chain/sender/chain-sender.chain";
import type { ChainSender } from "@/lib/chain/sender/chain-sender.port";
import { refundCalls } from "@/lib/chain/sender/contract-calls.chain";
import { createOutgoingStore } from "@/lib/chain/sender/outgoing/outgoing.store";
import { createMessageVerifier, createWalletCode } from "@/lib/chain/wallets.chain";
import { createBalanceStore } from "@/lib/checkouts/balances/balance.store";
import { createCheckoutMarks, createCheckoutStore } from "@/lib/checkouts/checkout.store";
import type { CreateCheckoutDeps } from "@/lib/checkouts/create-checkout";
import { createLiveCheckouts, type LiveCheckouts } from "@/lib/checkouts/live/live-checkouts";
import { shownCheckout } from "@/lib/checkouts/live/live-stream";
import type { SelectTokenDeps } from "@/lib/checkouts/pending-checkout";
import type { LetterDeps } from "@/lib/letters/mail-facts.port";
import { createAuthorizationStore } from "@/lib/payments/authorization.store";
import type { ConfirmDeps } from "@/lib/payments/confirm-payments";
import type { AcceptAuthorizationDeps } from "@/lib/payments/gasless/accept-authorization";
import type { RelayDeps } from "@/lib/payments/gasless/relay-authorizations";
import { createTokenAuthorizations } from "@/lib/payments/gasless/token-authorizations.chain";
import { createPaymentStore } from "@/lib/payments/payment.store";
import type { HandInHashDeps } from "@/lib/payments/refunds/hand-in-hash";
import { createScanMemory } from "@/lib/payments/scan/read-blocks";
import type { ScanDeps } from "@/lib/payments/scan/scan-chain";
import type { VerifyDeps } from "@/lib/payments/verify-payment";
import { createSystemClock } from "@/lib/platform/clock";
import { createDatabase, createDatabaseHealth, type DatabaseHealth } from "@/lib/platform/database";
import { hashClaimToken, newClaimToken, newId } from "@/lib/platform/ids";
import { createIncidentStore } from "@/lib/platform/incidents/incident.store";
import type { JobRuns, WorkLeases } from "@/lib/platform/jobs/job-runs";
import type { PruneStore } from "@/lib/platform/jobs/prune.store";
import { createPruneStore } from "@/lib/platform/jobs/prune.store";
import {
  createJobRuns,
  createReleaseStore,
  createWorkLeases,
  type ReleaseStore,
} from "@/lib/platform/jobs/work-leases.store";
import type { IdempotencyStore } from "@/lib/platform/limits/idempotency.port";
import type { RateLimiter } from "@/lib/platform/limits/rate-limiter.port";
import { createLog } from "@/lib/platform/log";
import { createMetrics, type Metrics } from "@/lib/platform/metrics";
import { createSecretBox } from "@/lib/platform/secret-box";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { type ActListener, listenForActs } from "@/lib/projects/logs/acts.store";
import { createRequestRecorder, type RequestRecorder } from "@/lib/projects/logs/logs";
import { createRequestLog, type RequestLog } from "@/lib/projects/logs/logs.store";
import type { LogoReader } from "@/lib/projects/looks/project-looks.store";
import { createProjectLooks } from "@/lib/projects/looks/project-looks.store";
import { createProjectStore } from "@/lib/projects/project.store";
import type { FrameOrigins } from "@/lib/projects/settings/origins.store";
import { createFrameOrigins } from "@/lib/projects/settings/origins.store";
import { createWalletCodeStore } from "@/lib/projects/wallets/wallet-code.store";
import { createRateService } from "@/lib/rates/get-rates";
import {
  createCoinbaseProvider,
  createCoinGeckoProvider,
  createFixedProvider,
  createKrakenProvider,
} from "@/lib/rates/providers";
import type { RateStore } from "@/lib/rates/rate.store";
import { createRateStore } from "@/lib/rates/rate.store";
import type { ClaimRefundDeps } from "@/lib/refunds/links/claim-refund";
import type { IssueLinkDeps } from "@/lib/refunds/links/refund-links";
import { createRefundStore } from "@/lib/refunds/refund.store";
import type { RequestRefundDeps } from "@/lib/refunds/request-refund";
import type { SendRefundsDeps } from "@/lib/refunds/send-refunds";
import { createSettlementStore } from "@/lib/settlement/settlement.store";
import type { SettleDeps } from "@/lib/settlement/settlement-terms";
import {
  createWebhookDelivery,
  type DeliverDeps,
  type WebhookDelivery,
} from "@/lib/webhooks/deliver/create-webhook-delivery";
import type { CreateEndpointDeps } from "@/lib/webhooks/endpoints/manage-endpoints";
import { createWebhookEndpointStore } from "@/lib/webhooks/endpoints/webhook-endpoint.store";
import { createWebhookUrlCheck } from "@/lib/webhooks/sender/outgoing-address";
import { createWebhookSender, newWebhookSecret } from "@/lib/webhooks/sender/webhook-sender";
import { createWebhookStore } from "@/lib/webhooks/webhook-claim.store";
import { createWebhookDeliveryLog } from "@/lib/webhooks/webhook-delivery-log.store";
import type { WebhookDeliveryLog } from "@/lib/webhooks/webhook-store.port";
import { createDashboardDeps, type DashboardDeps } from "./dashboard-deps";

/** Everything the use cases need, created once per process. */
export type Deps = AcceptAuthorizationDeps &
  RelayDeps &
  CreateCheckoutDeps &
  ConfirmDeps &
  DeliverDeps &
  CreateEndpointDeps &
  ScanDeps &
  SelectTokenDeps &
  SettleDeps &
  RequestRefundDeps &
  ClaimRefundDeps &
  HandInHashDeps &
  IssueLinkDeps &
  SendRefundsDeps &
  LetterDeps &
  VerifyDeps &
  DashboardDeps & {
    chainGuard: ChainGuard;
    workLeases: WorkLeases;
    releases: ReleaseStore;
    /** Identifies this process, new at each start. */
    instanceId: string;
    rateStore: RateStore;
    rateLimiter: RateLimiter;
    requestLimits: RequestLimits;
    frameOrigins: FrameOrigins;
    idempotency: IdempotencyStore;
    jobRuns: JobRuns;
    metrics: Metrics;
    /** What Prometheus reads. */
    scrapeMetrics(): Promise<string>;
    pruning: PruneStore;
    logos: LogoReader;
    requestLog: RequestLog;
    requestRecorder: RequestRecorder;
    /** Origin of the payment page. */
    checkoutPageUrl: string;
    databaseHealth: DatabaseHealth;
    deliveryLog: WebhookDeliveryLog;
    /** The one loop of this process that sends webhooks. */
    webhookDelivery: WebhookDelivery;
    /** Streams changes to open payment pages. */
    liveCheckouts: LiveCheckouts;
    /** Listens for changes by an operator's command. */
    listenForActs(onAct: () => void): ActListener;
    close(): Promise<void>;
  };

/** Requests per minute; a project may have its own for the Server API. */
export type RequestLimits = {
  projectPerMinute: number;
  serverPerMinute: number;
  publicPerMinute: number;
  publicIpPerMinute: number;
  pagePerMinute: number;
  actionPerMinute: number;
  failedKeysPerMinute: number;
};

// Next loads instrumentation and routes as separate modules; they share only globalThis.
const slot = Symbol.for("stablecoin-checkout.deps");
type Holder = { [slot]?: Deps };

/** The dependencies of this process. @throws SettingsError */
export function getDeps(): Deps {
  const holder = globalThis as Holder;
  holder[slot] ??= createDeps(env());
  return holder[slot];
}

/** Where ports meet adapters. */
function createDeps(settings: Env): Deps {
  const clock = createSystemClock();
  const log = createLog(settings.LOG_LEVEL);
  const database = createDatabase(settings.DATABASE_URL, { maxConnections: settings.DATABASE_POOL_SIZE });
  const metrics = createMetrics();
  const { operatorKey, refundKey, refundAuthority } = settings.walletKeys;
  const readers = new Map<number, ChainNodes>(
    settings.CHAINS.map((chain) => [
      chain.chainId,
      createChainReader({ ...chain, usesTags: usesTags(chain.confirmations) }),
    ]),
  );
  const reader = (chainId: number) => enabled(readers, chainId);
  const incidents = createIncidentStore(database, log);
  const sendersWith = (privateKey: Hex) => {
    const signer = createLocalSigner(privateKey);
    return new Map<number, ChainSender>(
      settings.CHAINS.map((chain) => [
        chain.chainId,
        createChainSender({ ...chain, signer, factoryAddress: depositAddresses.factory }),
      ]),
    );
  };
  const senders = sendersWith(operatorKey);
  const refundSenders = refundKey === null ? null : sendersWith(refundKey);
  const rateStore = createRateStore(database);
  const providers =
    settings.DEMO_FIXED_RATES === undefined
      ? [
          createCoinGeckoProvider({ baseUrl: settings.COINGECKO_URL, apiKey: settings.COINGECKO_API_KEY }),
          createCoinbaseProvider({ baseUrl: settings.COINBASE_URL }),
          createKrakenProvider({ baseUrl: settings.KRAKEN_URL }),
        ]
      : [createFixedProvider(settings.DEMO_FIXED_RATES)];
  const secretBox = createSecretBox(settings.DATA_KEY, settings.DATA_KEY_PREVIOUS);
  const webhooks = countWebhooks(createWebhookStore(database, secretBox), metrics);
  const outgoingPolicy = {
    allowPrivateLoopback: settings.WEBHOOK_ALLOW_PRIVATE,
    ownOrigins: [settings.BASE_URL, settings.CHECKOUT_PAGE_URL],
  };
  const webhookSender = createWebhookSender(outgoingPolicy);
  const requestLog = createRequestLog(database);
  const requestRecorder = createRequestRecorder({ requestLog, log });

  const deps: Deps = {
    ...createDashboardDeps(settings, database, secretBox, metrics),
    clock,
    newId,
    log,
    random: Math.random,
    chains: settings.CHAINS,
    reader,
    sender: (chainId) => enabled(senders, chainId),
    refundSender: (chainId) => (refundSenders === null ? null : enabled(refundSenders, chainId)),
    checkouts: countCheckouts(createCheckoutStore(database, secretBox), metrics),
    payments: countPayments(createPaymentStore(database, secretBox), metrics),
    incidents,
    chainGuard: createChainGuard({
      chains: settings.CHAINS,
      reader,
      requiredContracts,
      clock,
      log,
      incidents,
    }),
    workLeases: createWorkLeases(database),
    releases: createReleaseStore(database),
    instanceId: crypto.randomUUID(),
    balances: createBalanceStore(database),
    memory: createScanMemory(),
    projects: createProjectStore(database),
    logos: createProjectLooks(database),
    outgoing: createOutgoingStore(database),
    settlements: createSettlementStore(database),
    webhooks,
    webhookSender,
    endpoints: createWebhookEndpointStore(database, secretBox, newId),
    deliveryLog: createWebhookDeliveryLog(database),
    checkWebhookUrl: createWebhookUrlCheck(outgoingPolicy),
    newWebhookSecret: () => newWebhookSecret(randomBytes),
    webhookDelivery: createWebhookDelivery({ clock, log, random: Math.random, webhooks, webhookSender }),
    refunds: countRefunds(createRefundStore(database, secretBox), metrics),
    newClaimToken,
    hashClaimToken,
    refundCalls,
    refundWallet: refundKey === null ? null : refundAuthority,
    verifyMessage: createMessageVerifier(settings.CHAINS),
    refundDailyCap: settings.REFUND_DAILY_CAP_TOKENS,
    rateLimiter: createRateLimiter(database),
    frameOrigins: createFrameOrigins(database),
    requestLimits: {
      projectPerMinute: settings.RATE_LIMIT_PROJECT_PER_MINUTE,
      serverPerMinute: settings.RATE_LIMIT_SERVER_PER_MINUTE,
      publicPerMinute: settings.RATE_LIMIT_PUBLIC_PER_MINUTE,
      publicIpPerMinute: settings.RATE_LIMIT_PUBLIC_IP_PER_MINUTE,
      pagePerMinute: settings.RATE_LIMIT_PAGE_PER_MINUTE,
      actionPerMinute: settings.RATE_LIMIT_ACTION_PER_MINUTE,
      failedKeysPerMinute: settings.RATE_LIMIT_FAILED_KEYS_PER_MINUTE,
    },
    idempotency: createIdempotencyStore(database, secretBox),
    jobRuns: createJobRuns(database),
    metrics,
    scrapeMetrics: createScrape(metrics, () => ({
      ...deps,
      pool: database.pool,
      jobsStatus: createJobsStatusStore(database),
      serviceCounts: createServiceCounts(database),
    })),
    pruning: createPruneStore(database),
    requestLog,
    requestRecorder,
    mail: createMail(settings, database),
    checkoutPageUrl: settings.CHECKOUT_PAGE_URL,
    rateStore,
    fiatCurrencies: settings.FIAT_CURRENCIES,
    rates: createRateService({ clock, log, providers, rateStore }),
    depositAddresses,
    authorizations: createAuthorizationStore(database),
    tokenAuthorizations: createTokenAuthorizations(settings.CHAINS, clock),
    gasless: {
      dailyGasPerProject: settings.GASLESS_DAILY_GAS_PER_PROJECT,
      maxGasPerRelay: settings.GASLESS_MAX_GAS_PER_RELAY,
    },
    walletCode: createWalletCode({
      clock,
      log,
      readers: [...readers.values()],
      store: createWalletCodeStore(database),
    }),
    refundAuthority,
    allowHttpLoopback: settings.APP_MODE !== "production",
    killPoint: (name) => {
      if (settings.KILL_POINT === name) process.kill(process.pid, "SIGKILL");
    },
    databaseHealth: createDatabaseHealth(database),
    liveCheckouts: createLiveCheckouts(
      {
        log,
        random: Math.random,
        checkoutMarks: createCheckoutMarks(database),
        show: (checkoutId) => shownCheckout(deps, checkoutId),
      },
      { most: settings.LIVE_STREAMS_MAX, perClient: settings.LIVE_STREAMS_PER_ADDRESS },
    ),
    listenForActs: (onAct) => listenForActs(settings.DATABASE_URL, onAct, log),
    close: async () => {
      await requestRecorder.stop();
      await database.close();
    },
  };
  return deps;
}

function enabled<T>(byChain: ReadonlyMap<number, T>, chainId: number): T {
  const found = byChain.get(chainId);
  if (found === undefined) throw new Error(`chain ${chainId} is not enabled`);
  return found;
}
