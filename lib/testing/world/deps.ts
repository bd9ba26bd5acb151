import { createRateLimiter } from "@/lib/api/limits/rate-limiter.store";
import { depositAddresses } from "@/lib/chain/contracts/deposit-address.chain";
import { createChainReader } from "@/lib/chain/reader/chain-reader.chain";
import { createChainSender, createLocalSigner } from "@/lib/chain/sender/chain-sender.chain";
import type { ChainSender } from "@/lib/chain/sender/chain-sender.port";
import { refundCalls } from "@/lib/chain/sender/contract-calls.chain";
import { createMessageVerifier, createWalletCode } from "@/lib/chain/wallets.chain";
import type { CheckoutParts } from "@/lib/checkouts/create-checkout";
import type { LinkParts } from "@/lib/checkouts/links/payment-links";
import type { CheckoutPageParts } from "@/lib/checkouts/views/read-checkout";
import type { ScanParts } from "@/lib/payments/payments.parts";
import { createScanMemory } from "@/lib/payments/scan/scan-memory";
import { recordTransaction } from "@/lib/payments/verify-payment";
import type { Clock } from "@/lib/platform/clock";
import { fault } from "@/lib/platform/faults/fault.rules";
import type { Log } from "@/lib/platform/log";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { fiatCurrencies } from "@/lib/rates/fiat-currency.rules";
import { createRateService } from "@/lib/rates/get-rates";
import { createFixedProvider } from "@/lib/rates/providers";
import type { RefundPageParts, RefundSenderParts } from "@/lib/refunds/refunds.parts";
import type { SettleParts } from "@/lib/settlement/settlement-terms";
import type { SignedParts } from "@/lib/signed/accept-authorization";
import { createRelayBudget, type RelayParts } from "@/lib/signed/relay-authorizations";
import { createTokenAuthorizations } from "@/lib/signed/token-authorizations.chain";
import type { DeliveryParts } from "@/lib/webhooks/deliver/attempt-delivery";
import type { WebhookParts } from "@/lib/webhooks/endpoints/read-endpoints";
import { newWebhookSecret } from "@/lib/webhooks/sender/webhook-sender";
import type { WebhookResponse, WebhookSender } from "@/lib/webhooks/webhook-store.port";
import { buildChain, newId } from "../builders";
import { operatorKey, refundKey, refundWallet, type TestNetwork } from "../network";
import type { TestStores } from "./stores";

export type WorldDeps = SignedParts &
  RelayParts &
  CheckoutParts &
  ScanParts &
  DeliveryParts &
  CheckoutPageParts &
  SettleParts &
  RefundPageParts &
  RefundSenderParts &
  LinkParts &
  WebhookParts;

type WebhookPost = Parameters<WebhookSender["post"]>[0];

/** What the adapters look at whenever they are called, and what they leave behind. */
export type WorldState = {
  stores: TestStores;
  networks: readonly TestNetwork[];
  deps: WorldDeps;
  /** What the clock shows. Without networks it stands until it is set. */
  now: Date;
  /** While true, no node answers. */
  nodesDown: boolean;
  rates: Record<string, Record<string, string>>;
  /** Name of the rate provider. */
  rateProvider: string;
  posts: WebhookPost[];
  answer: (post: WebhookPost) => WebhookResponse;
  warnings: string[];
};

/** The real adapters, on the world's stores and networks and by its clock. Without a network none is asked. */
export function realDeps(world: WorldState, clock: Clock): WorldDeps {
  const { stores, networks } = world;
  const nodes = networks.map(({ definition: { chainId }, chain }) => ({ chainId, rpcUrls: [chain.rpcUrl] }));
  const log: Log = {
    info: () => undefined,
    warn: (_, message) => void world.warnings.push(message),
    error: (_, message) => void world.warnings.push(message),
  };
  const networkOf = (chainId: number) => {
    const network = networks.find(({ definition }) => definition.chainId === chainId);
    if (network === undefined) throw new Error(`chain ${chainId} is not enabled`);
    return network;
  };
  const senderWith = (privateKey: Hex, chainId: number): ChainSender => {
    const { chain } = networkOf(chainId);
    const sender = createChainSender({
      chainId,
      rpcUrls: [world.nodesDown ? nowhere : chain.rpcUrl],
      signer: createLocalSigner(privateKey),
      factoryAddress: depositAddresses.factory,
      sending: world.deps.chains.find((definition) => definition.chainId === chainId)?.sending,
    });
    return {
      ...sender,
      broadcast: async (rawTransaction) => {
        const answer = await sender.broadcast(rawTransaction);
        await chain.mined();
        return answer;
      },
    };
  };
  return {
    clock,
    newId,
    log,
    random: () => 0.5,
    chains: networks.length === 0 ? [chainByHand] : networks.map(({ definition }) => definition),
    reader: (chainId) =>
      world.nodesDown ? createChainReader({ chainId, rpcUrls: [nowhere] }) : networkOf(chainId).reader,
    sender: (chainId) => senderWith(operatorKey, chainId),
    refundSender: (chainId) => senderWith(refundKey, chainId),
    refundWallet,
    refundCalls,
    refundDailyCap: 10n ** 30n,
    // Keys tell by themselves whether they signed: without a network no one is asked.
    verifyMessage: createMessageVerifier(
      nodes.length > 0 ? nodes : [{ chainId: chainByHand.chainId, rpcUrls: [nowhere] }],
    ),
    // Of the world, whose nodes a test may change.
    recordTransaction: (...which) => recordTransaction(world.deps, ...which),
    refunds: stores.refunds,
    mail: null,
    dashboardUrl: "https://dashboard.example",
    endpoints: stores.endpoints,
    deliveryLog: stores.deliveryLog,
    checkWebhookUrl: async (url) => (url.startsWith("https://") ? null : fault("webhooks.urlHttps")),
    newWebhookSecret: () => newWebhookSecret((count) => crypto.getRandomValues(new Uint8Array(count))),
    paymentLinks: stores.paymentLinks,
    checkouts: stores.checkouts,
    payments: stores.payments,
    pendingCheckouts: stores.pendingCheckouts,
    deposits: stores.deposits,
    positions: stores.positions,
    scanProgress: stores.scanProgress,
    recordedLogs: stores.recordedLogs,
    hints: stores.hints,
    expiry: stores.expiry,
    rateLimiter: createRateLimiter(stores.database, clock),
    incidents: stores.incidents,
    balances: stores.balances,
    memory: createScanMemory(),
    projects: stores.projects,
    outgoing: stores.outgoing,
    settlements: stores.settlements,
    webhooks: stores.webhooks,
    webhookSender: {
      post: async (post) => {
        world.posts.push(post);
        return world.answer(post);
      },
    },
    rates: createRateService({
      clock,
      log,
      rateStore: stores.rates,
      providers: [
        {
          get name() {
            return world.rateProvider;
          },
          pairs: [],
          fetch: () => createFixedProvider(world.rates).fetch(),
        },
      ],
    }),
    depositAddresses,
    checkoutPageUrl: "https://pay.example",
    authorizations: stores.authorizations,
    tokenAuthorizations: createTokenAuthorizations(nodes, clock),
    coinPrices: async ({ nativeCoinUsd }) => nativeCoinUsd,
    relayCosts: async () => null,
    relayBudget: (checkout) => createRelayBudget(world.deps)(checkout),
    gasFloorMultiple: 5,
    gasless: { dailyGasPerProject: 20_000_000n, maxGasPerRelay: 300_000n },
    walletCode:
      networks.length === 0
        ? { onChains: async () => new Map([[chainByHand.chainId, false]]) }
        : createWalletCode({
            clock,
            log,
            readers: networks.map(({ reader }) => reader),
            store: stores.walletCodes,
          }),
    refundAuthority: refundWallet,
    fiatCurrencies,
    allowHttpLoopback: false,
  };
}

/** 18 decimals. */
export const dai: Hex = `0x${"18".repeat(20)}`;

/** The chain of a world without networks. */
const chainByHand = buildChain({
  tokens: [...buildChain().tokens, { symbol: "DAI", name: "Dai", address: dai, decimals: 18 }],
});

/** Nothing listens there. */
const nowhere = "http://127.0.0.1:1";
