import "server-only";
import { randomBytes } from "node:crypto";
import { createPasswordHasher } from "@/lib/adapters/argon2";
import { hashClaimToken, newClaimToken } from "@/lib/adapters/claim-token";
import { createSystemClock } from "@/lib/adapters/clock";
import { createAccountTokenStore } from "@/lib/adapters/db/accounts/account-token-store";
import { createOwnAccountStore } from "@/lib/adapters/db/accounts/own-account-store";
import { createPeopleStore } from "@/lib/adapters/db/accounts/people-store";
import { createSecondFactorStore } from "@/lib/adapters/db/accounts/second-factor-store";
import { createSessionStore } from "@/lib/adapters/db/accounts/session-store";
import { type ActListener, listenForActs } from "@/lib/adapters/db/acts";
import { createAllowedOrigins } from "@/lib/adapters/db/allowed-origins";
import { createAuthorizationStore } from "@/lib/adapters/db/authorization-store";
import { createBalanceStore } from "@/lib/adapters/db/balance-store";
import { createCheckoutMarks } from "@/lib/adapters/db/checkout-marks";
import { createCheckoutStore } from "@/lib/adapters/db/checkout-store";
import { createAttentionStore } from "@/lib/adapters/db/dashboard/attention-store";
import { createAuditLog } from "@/lib/adapters/db/dashboard/audit-log";
import { createCheckoutDesk } from "@/lib/adapters/db/dashboard/checkout-desk";
import { createCheckoutFinder } from "@/lib/adapters/db/dashboard/checkout-finder";
import { createCheckoutHistories } from "@/lib/adapters/db/dashboard/checkout-history";
import { createHoldingDirectory } from "@/lib/adapters/db/dashboard/holding-directory";
import { createInvitationStore } from "@/lib/adapters/db/dashboard/invitation-store";
import { createMembershipStore } from "@/lib/adapters/db/dashboard/membership-store";
import { createOverviewStore } from "@/lib/adapters/db/dashboard/overview-store";
import { createPaymentLinkStore } from "@/lib/adapters/db/dashboard/payment-link-store";
import { createProjectHours } from "@/lib/adapters/db/dashboard/project-hours";
import { createProjectLifecycle } from "@/lib/adapters/db/dashboard/project-lifecycle";
import { createQuickstartReader } from "@/lib/adapters/db/dashboard/quickstart-reader";
import { createRefundDirectory } from "@/lib/adapters/db/dashboard/refund-directory";
import { createRequestLog } from "@/lib/adapters/db/dashboard/request-log";
import { createSettingsStore } from "@/lib/adapters/db/dashboard/settings-store";
import { createSettlementDirectory } from "@/lib/adapters/db/dashboard/settlement-directory";
import { createTeamStore } from "@/lib/adapters/db/dashboard/team-store";
import { createTestToolStore } from "@/lib/adapters/db/dashboard/test-tool-store";
import { createWalletChangeStore } from "@/lib/adapters/db/dashboard/wallet-change-store";
import { createDatabase } from "@/lib/adapters/db/database";
import { createFrameOrigins } from "@/lib/adapters/db/frame-origins";
import { createDatabaseHealth, type DatabaseHealth } from "@/lib/adapters/db/health";
import { createIdempotencyStore } from "@/lib/adapters/db/idempotency-store";
import { createIncidentStore } from "@/lib/adapters/db/incident-store";
import { createJobRuns } from "@/lib/adapters/db/job-runs";
import { createOutgoingStore } from "@/lib/adapters/db/outgoing-store";
import { createPaymentStore } from "@/lib/adapters/db/payment-store";
import { createProjectKeys } from "@/lib/adapters/db/project-keys";
import { createProjectLooks } from "@/lib/adapters/db/project-looks";
import { createProjectStore } from "@/lib/adapters/db/project-store";
import { createPruneStore } from "@/lib/adapters/db/prune-store";
import { createRateLimiter } from "@/lib/adapters/db/rate-limiter";
import { createRateStore } from "@/lib/adapters/db/rate-store";
import { createRefundStore } from "@/lib/adapters/db/refund-store";
import { createSecretBox } from "@/lib/adapters/db/secret-box";
import { createSettlementStore } from "@/lib/adapters/db/settlement-store";
import { createWebhookDeliveryLog } from "@/lib/adapters/db/webhook-delivery-log";
import { createWebhookEndpointStore } from "@/lib/adapters/db/webhook-endpoint-store";
import { createWebhookStore } from "@/lib/adapters/db/webhook-store";
import { createWorkLeases } from "@/lib/adapters/db/work-leases";
import { createChainReader } from "@/lib/adapters/evm/chain-reader";
import { createChainSender } from "@/lib/adapters/evm/chain-sender";
import { depositAddresses } from "@/lib/adapters/evm/deposit-address";
import { createLocalChains } from "@/lib/adapters/evm/local-chains";
import { createLocalSigner } from "@/lib/adapters/evm/local-signer";
import { createMessageVerifier } from "@/lib/adapters/evm/message-signatures";
import { refundCalls } from "@/lib/adapters/evm/refund-calls";
import { requiredContracts } from "@/lib/adapters/evm/required-contracts";
import { signInMessages } from "@/lib/adapters/evm/sign-in-messages";
import { sweepCalls } from "@/lib/adapters/evm/sweep-calls";
import { createTokenAuthorizations } from "@/lib/adapters/evm/token-authorizations";
import { createWalletCode } from "@/lib/adapters/evm/wallet-code";
import { newId } from "@/lib/adapters/ids";
import { createLog } from "@/lib/adapters/log";
import { redrawPicture } from "@/lib/adapters/pictures/redraw-picture";
import { createCoinbaseProvider } from "@/lib/adapters/rates/coinbase";
import { createCoinGeckoProvider } from "@/lib/adapters/rates/coingecko";
import { createFixedProvider } from "@/lib/adapters/rates/fixed";
import { createKrakenProvider } from "@/lib/adapters/rates/kraken";
import { hashRecoveryCode, newRecoveryCode, totp } from "@/lib/adapters/totp";
import { createWebhookUrlCheck } from "@/lib/adapters/webhooks/check-webhook-url";
import { newWebhookSecret } from "@/lib/adapters/webhooks/sign";
import { createWebhookSender } from "@/lib/adapters/webhooks/webhook-sender";
import type { Hex } from "@/lib/core/checkout";
import { usesTags } from "@/lib/core/confirmation-policy";
import type { ReauthenticateDeps } from "@/lib/services/accounts/profile/reauthenticate";
import type { SecondFactorDeps } from "@/lib/services/accounts/second-factor/second-factor-deps";
import type { ThrottleDeps } from "@/lib/services/accounts/throttle";
import type { ReadAttentionDeps } from "@/lib/services/attention/read-attention";
import { type ChainGuard, createChainGuard } from "@/lib/services/chains/chain-guard";
import type { ConfirmDeps } from "@/lib/services/confirm-payments";
import type { CreateCheckoutDeps } from "@/lib/services/create-checkout";
import {
  createWebhookDelivery,
  type DeliverDeps,
  type WebhookDelivery,
} from "@/lib/services/deliver-webhooks/create-webhook-delivery";
import type { AcceptAuthorizationDeps } from "@/lib/services/gasless/accept-authorization";
import type { RelayDeps } from "@/lib/services/gasless/relay-authorizations";
import { createRateService } from "@/lib/services/get-rates";
import type { KeyDeps } from "@/lib/services/keys/key-deps";
import { createLiveCheckouts, type LiveCheckouts } from "@/lib/services/live/live-checkouts";
import { shownCheckout } from "@/lib/services/live/shown-checkout";
import type { MailDeps } from "@/lib/services/mail/mail-deps";
import type { CountHoursDeps } from "@/lib/services/overview/count-hours";
import type { ReadOverviewDeps } from "@/lib/services/overview/read-overview";
import type { AccountTokenStore } from "@/lib/services/ports/accounts/account-token-store";
import type { OwnAccountStore } from "@/lib/services/ports/accounts/own-account-store";
import type { PasswordHasher } from "@/lib/services/ports/accounts/password-hasher";
import type { PeopleStore } from "@/lib/services/ports/accounts/people-store";
import type { SessionStore } from "@/lib/services/ports/accounts/session-store";
import type { ChainNodes } from "@/lib/services/ports/chain-reader";
import type { ChainSender } from "@/lib/services/ports/chain-sender";
import type { AuditLog } from "@/lib/services/ports/dashboard/audit-log";
import type { CheckoutDesk } from "@/lib/services/ports/dashboard/checkout-desk";
import type { CheckoutFinder } from "@/lib/services/ports/dashboard/checkout-finder";
import type { CheckoutHistories } from "@/lib/services/ports/dashboard/checkout-history";
import type { HoldingDirectory } from "@/lib/services/ports/dashboard/holding-directory";
import type { InvitationStore } from "@/lib/services/ports/dashboard/invitation-store";
import type { MembershipStore } from "@/lib/services/ports/dashboard/membership-store";
import type { PaymentLinkStore } from "@/lib/services/ports/dashboard/payment-link-store";
import type { QuickstartReader } from "@/lib/services/ports/dashboard/quickstart-facts";
import type { RefundDirectory } from "@/lib/services/ports/dashboard/refund-directory";
import type { RequestLog } from "@/lib/services/ports/dashboard/request-log";
import type { SettlementDirectory } from "@/lib/services/ports/dashboard/settlement-directory";
import type { SweepCalls } from "@/lib/services/ports/dashboard/sweep-calls";
import type { FrameOrigins } from "@/lib/services/ports/frame-origins";
import type { IdempotencyStore } from "@/lib/services/ports/idempotency";
import type { JobRuns } from "@/lib/services/ports/job-runs";
import type { LogoReader } from "@/lib/services/ports/project-looks";
import type { PruneStore } from "@/lib/services/ports/prune-store";
import type { RateLimiter } from "@/lib/services/ports/rate-limiter";
import type { RateStore } from "@/lib/services/ports/rates";
import type { WebhookDeliveryLog } from "@/lib/services/ports/webhook-delivery-log";
import type { WorkLeases } from "@/lib/services/ports/work-leases";
import type { ChangeOriginsDeps } from "@/lib/services/projects/change-origins";
import type { FoundProjectDeps } from "@/lib/services/projects/found-project";
import type { SetLogoDeps } from "@/lib/services/projects/set-project-logo";
import type { ClaimRefundDeps } from "@/lib/services/refunds/claim-refund";
import type { HandInHashDeps } from "@/lib/services/refunds/hand-in-hash";
import type { IssueLinkDeps } from "@/lib/services/refunds/issue-sign-link";
import type { RequestRefundDeps } from "@/lib/services/refunds/request-refund";
import type { SendRefundsDeps } from "@/lib/services/refunds/send-refunds";
import { createRequestRecorder, type RequestRecorder } from "@/lib/services/request-log/request-recorder";
import { createLookMemory } from "@/lib/services/scan/look-memory";
import type { ScanDeps } from "@/lib/services/scan/scan-chain";
import type { SelectTokenDeps } from "@/lib/services/select-token";
import type { ChangeSettingsDeps } from "@/lib/services/settings/change-settings";
import type { GetSettingsDeps } from "@/lib/services/settings/get-settings";
import type { RequestWalletChangeDeps } from "@/lib/services/settings/request-wallet-change";
import type { SignWalletChangeDeps } from "@/lib/services/settings/sign-wallet-change";
import type { SettleDeps } from "@/lib/services/settlement/settle-deps";
import type { InviteDeps } from "@/lib/services/team/invite";
import type { TestToolDeps } from "@/lib/services/test-tools/apply-test-tool";
import type { VerifyDeps } from "@/lib/services/verify-payment";
import type { CreateEndpointDeps } from "@/lib/services/webhooks/create-endpoint";
import { type Env, env } from "./env";
import { createMail } from "./mail";

/** Everything the use cases need, made once per process. */
export type Deps = AcceptAuthorizationDeps &
  SecondFactorDeps &
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
  MailDeps &
  ReadAttentionDeps &
  CountHoursDeps &
  ReadOverviewDeps &
  KeyDeps &
  ChangeOriginsDeps &
  TestToolDeps &
  FoundProjectDeps &
  SetLogoDeps &
  InviteDeps &
  ChangeSettingsDeps &
  GetSettingsDeps &
  RequestWalletChangeDeps &
  SignWalletChangeDeps &
  ReauthenticateDeps &
  VerifyDeps & {
    chainGuard: ChainGuard;
    workLeases: WorkLeases;
    /** Names this process among those of the service, anew at each start. */
    instanceId: string;
    checkoutDesk: CheckoutDesk;
    checkoutFinder: CheckoutFinder;
    checkoutHistories: CheckoutHistories;
    paymentLinks: PaymentLinkStore;
    rateStore: RateStore;
    rateLimiter: RateLimiter;
    requestLimits: RequestLimits;
    frameOrigins: FrameOrigins;
    auditLog: AuditLog;
    invitations: InvitationStore;
    memberships: MembershipStore;
    refundDirectory: RefundDirectory;
    settlementDirectory: SettlementDirectory;
    holdings: HoldingDirectory;
    sweepCalls: SweepCalls;
    sessions: SessionStore;
    signInLimits: ThrottleDeps["signInLimits"];
    passwords: PasswordHasher;
    accountTokens: AccountTokenStore;
    people: PeopleStore;
    ownAccounts: OwnAccountStore;
    idempotency: IdempotencyStore;
    jobRuns: JobRuns;
    pruning: PruneStore;
    logos: LogoReader;
    quickstart: QuickstartReader;
    requestLog: RequestLog;
    requestRecorder: RequestRecorder;
    /** Origin of the payment page. */
    checkoutPageUrl: string;
    databaseHealth: DatabaseHealth;
    deliveryLog: WebhookDeliveryLog;
    /** The one loop of this process that sends webhooks. */
    webhookDelivery: WebhookDelivery;
    /** Tells open payment pages of changes. */
    liveCheckouts: LiveCheckouts;
    /** Calls back for what an owner does by a command beside this process. */
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

// Next loads instrumentation and routes as separate modules; only globalThis is one.
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
  const secretBox = createSecretBox(settings.DATA_KEY);
  const webhooks = createWebhookStore(database, secretBox);
  const outgoingPolicy = {
    allowPrivateLoopback: settings.WEBHOOK_ALLOW_PRIVATE,
    ownOrigins: [settings.BASE_URL, settings.CHECKOUT_PAGE_URL],
  };
  const webhookSender = createWebhookSender(outgoingPolicy);
  const requestLog = createRequestLog(database);
  const requestRecorder = createRequestRecorder({ requestLog, log });

  const deps: Deps = {
    clock,
    newId,
    log,
    random: Math.random,
    chains: settings.CHAINS,
    reader,
    sender: (chainId) => enabled(senders, chainId),
    refundSender: (chainId) => (refundSenders === null ? null : enabled(refundSenders, chainId)),
    checkouts: createCheckoutStore(database, secretBox),
    checkoutDesk: createCheckoutDesk(database, secretBox),
    checkoutFinder: createCheckoutFinder(database),
    checkoutHistories: createCheckoutHistories(database),
    paymentLinks: createPaymentLinkStore(database, secretBox),
    payments: createPaymentStore(database, secretBox),
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
    instanceId: crypto.randomUUID(),
    attention: createAttentionStore(database),
    refundDirectory: createRefundDirectory(database),
    settlementDirectory: createSettlementDirectory(database),
    holdings: createHoldingDirectory(database),
    sweepCalls,
    balances: createBalanceStore(database),
    memory: createLookMemory(),
    projects: createProjectStore(database),
    logos: createProjectLooks(database),
    looks: createProjectLooks(database),
    redrawPicture,
    projectLifecycle: createProjectLifecycle(database),
    team: createTeamStore(database),
    settings: createSettingsStore(database),
    walletChanges: createWalletChangeStore(database),
    auditLog: createAuditLog(database),
    invitations: createInvitationStore(database),
    dashboardUrl: settings.BASE_URL,
    outgoing: createOutgoingStore(database),
    settlements: createSettlementStore(database),
    webhooks,
    webhookSender,
    endpoints: createWebhookEndpointStore(database, secretBox, newId),
    deliveryLog: createWebhookDeliveryLog(database),
    checkWebhookUrl: createWebhookUrlCheck(outgoingPolicy),
    newWebhookSecret: () => newWebhookSecret(randomBytes),
    webhookDelivery: createWebhookDelivery({ clock, log, random: Math.random, webhooks, webhookSender }),
    refunds: createRefundStore(database, secretBox),
    newClaimToken,
    hashClaimToken,
    refundCalls,
    refundWallet: refundKey === null ? null : refundAuthority,
    verifyMessage: createMessageVerifier(settings.CHAINS),
    refundDailyCap: settings.REFUND_DAILY_CAP_TOKENS,
    rateLimiter: createRateLimiter(database),
    frameOrigins: createFrameOrigins(database),
    memberships: createMembershipStore(database),
    sessions: createSessionStore(database),
    secondFactors: createSecondFactorStore(database, secretBox),
    totp,
    newRecoveryCode,
    hashRecoveryCode,
    signInLimits: {
      perAccount: settings.RATE_LIMIT_SIGN_IN_PER_MINUTE,
      perClient: settings.RATE_LIMIT_SIGN_IN_IP_PER_MINUTE,
    },
    passwords: createPasswordHasher(),
    accountTokens: createAccountTokenStore(database),
    people: createPeopleStore(database),
    ownAccounts: createOwnAccountStore(database),
    signInMessages,
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
    projectHours: createProjectHours(database),
    overview: createOverviewStore(database),
    pruning: createPruneStore(database),
    quickstart: createQuickstartReader(database),
    projectKeys: createProjectKeys(database, newId),
    allowedOrigins: createAllowedOrigins(database),
    testTools: createTestToolStore(database),
    localChains: localChains(settings),
    requestLog,
    requestRecorder,
    mail: createMail(settings, database),
    checkoutPageUrl: settings.CHECKOUT_PAGE_URL,
    rateStore,
    rates: createRateService({ clock, log, providers, rateStore }),
    depositAddresses,
    authorizations: createAuthorizationStore(database),
    tokenAuthorizations: createTokenAuthorizations(settings.CHAINS, clock),
    gasless: {
      dailyGasPerProject: settings.GASLESS_DAILY_GAS_PER_PROJECT,
      maxGasPerRelay: settings.GASLESS_MAX_GAS_PER_RELAY,
    },
    walletCode: createWalletCode([...readers.values()], clock),
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

/** Play money and its payer are the demo's and the tests'; nothing real is moved by them. */
function localChains({ APP_MODE, CHAINS, DEMO_PAYER_ADDRESS }: Env): Deps["localChains"] {
  const local = CHAINS.filter((chain) => chain.local);
  if (APP_MODE === "production" || local.length === 0 || DEMO_PAYER_ADDRESS === undefined) return null;
  return createLocalChains(local, DEMO_PAYER_ADDRESS);
}

function enabled<T>(byChain: ReadonlyMap<number, T>, chainId: number): T {
  const found = byChain.get(chainId);
  if (found === undefined) throw new Error(`chain ${chainId} is not enabled`);
  return found;
}
