import { createRateLimiter } from "@/lib/api/limits/rate-limiter.store";
import { depositAddresses } from "@/lib/chain/contracts/deposit-address.chain";
import { createChainReader } from "@/lib/chain/reader/chain-reader.chain";
import { createChainSender, createLocalSigner } from "@/lib/chain/sender/chain-sender.chain";
import type { ChainSender } from "@/lib/chain/sender/chain-sender.port";
import { createWalletCode } from "@/lib/chain/wallets.chain";
import type { CheckoutParts } from "@/lib/checkouts/create-checkout";
import type { CheckoutPageParts } from "@/lib/checkouts/views/read-checkout";
import type { ScanParts } from "@/lib/payments/payments.parts";
import { createScanMemory } from "@/lib/payments/scan/scan-memory";
import type { Log } from "@/lib/platform/log";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { fiatCurrencies } from "@/lib/rates/fiat-currency.rules";
import { createRateService } from "@/lib/rates/get-rates";
import { createFixedProvider } from "@/lib/rates/providers";
import type { RefundCallParts, RefundSenderParts } from "@/lib/refunds/refunds.parts";
import type { SettleParts } from "@/lib/settlement/settlement-terms";
import type { SignedParts } from "@/lib/signed/accept-authorization";
import { createRelayBudget, type RelayParts } from "@/lib/signed/relay-authorizations";
import { createTokenAuthorizations } from "@/lib/signed/token-authorizations.chain";
import type { DeliveryParts } from "@/lib/webhooks/deliver/attempt-delivery";
import type { WebhookResponse, WebhookSender } from "@/lib/webhooks/webhook-store.port";
import { newId } from "./builders";
import { operatorKey, refundKey, refundWallet, type TestNetwork } from "./network";
import type { TestStores } from "./stores";

export type WorldDeps = SignedParts &
  RelayParts &
  CheckoutParts &
  ScanParts &
  DeliveryParts &
  CheckoutPageParts &
  SettleParts &
  Pick<RefundSenderParts, "refundSender"> &
  Pick<RefundCallParts, "refundWallet">;

type WebhookPost = Parameters<WebhookSender["post"]>[0];

/** What the adapters look at whenever they are called, and what they leave behind. */
export type WorldState = {
  stores: TestStores;
  deps: WorldDeps;
  now(): Date;
  /** While true, no node answers. */
  nodesDown: boolean;
  rates: Record<string, Record<string, string>>;
  /** Name of the rate provider. */
  rateProvider: string;
  posts: WebhookPost[];
  answer: (post: WebhookPost) => WebhookResponse;
  warnings: string[];
};

/** The real adapters, on the world's stores and networks and by its clock. */
export function realDeps(world: WorldState, networks: readonly TestNetwork[]): WorldDeps {
  const { stores } = world;
  const clock = { now: () => world.now() };
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
    chains: networks.map(({ definition }) => definition),
    reader: (chainId) =>
      world.nodesDown ? createChainReader({ chainId, rpcUrls: [nowhere] }) : networkOf(chainId).reader,
    sender: (chainId) => senderWith(operatorKey, chainId),
    refundSender: (chainId) => senderWith(refundKey, chainId),
    refundWallet,
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
    tokenAuthorizations: createTokenAuthorizations(
      networks.map(({ definition: { chainId }, chain }) => ({ chainId, rpcUrls: [chain.rpcUrl] })),
      clock,
    ),
    coinPrices: async ({ nativeCoinUsd }) => nativeCoinUsd,
    relayCosts: async () => null,
    relayBudget: (checkout) => createRelayBudget(world.deps)(checkout),
    gasFloorMultiple: 5,
    gasless: { dailyGasPerProject: 20_000_000n, maxGasPerRelay: 300_000n },
    walletCode: createWalletCode({
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

/** Nothing listens there. */
const nowhere = "http://127.0.0.1:1";
