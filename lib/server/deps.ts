import "server-only";
import { createSystemClock } from "@/lib/adapters/clock";
import { createCheckoutStore } from "@/lib/adapters/db/checkout-store";
import { createDatabase } from "@/lib/adapters/db/database";
import { createDatabaseHealth, type DatabaseHealth } from "@/lib/adapters/db/health";
import { createPaymentStore } from "@/lib/adapters/db/payment-store";
import { createProjectStore } from "@/lib/adapters/db/project-store";
import { createRateStore } from "@/lib/adapters/db/rate-store";
import { createSecretBox } from "@/lib/adapters/db/secret-box";
import { createSettlementStore } from "@/lib/adapters/db/settlement-store";
import { createWebhookStore } from "@/lib/adapters/db/webhook-store";
import { createChainReader } from "@/lib/adapters/evm/chain-reader";
import { createChainSender } from "@/lib/adapters/evm/chain-sender";
import { depositAddresses } from "@/lib/adapters/evm/deposit-address";
import { createLocalSigner } from "@/lib/adapters/evm/local-signer";
import { createWalletCode } from "@/lib/adapters/evm/wallet-code";
import { newId } from "@/lib/adapters/ids";
import { createLog } from "@/lib/adapters/log";
import { createCoinGeckoProvider } from "@/lib/adapters/rates/coingecko";
import { createFixedProvider } from "@/lib/adapters/rates/fixed";
import { createWebhookSender } from "@/lib/adapters/webhooks/webhook-sender";
import type { CreateCheckoutDeps } from "@/lib/services/create-checkout";
import type { DeliverDeps } from "@/lib/services/deliver-webhooks";
import { createRateService } from "@/lib/services/get-rates";
import type { ChainReader } from "@/lib/services/ports/chain-reader";
import type { ChainSender } from "@/lib/services/ports/chain-sender";
import type { RateStore } from "@/lib/services/ports/rates";
import type { ScanDeps } from "@/lib/services/scan-chain";
import type { SelectTokenDeps } from "@/lib/services/select-token";
import type { SettleDeps } from "@/lib/services/settle-checkouts";
import type { VerifyDeps } from "@/lib/services/verify-payment";
import { type Env, env } from "./env";

/** Everything the use cases need, made once per process. */
export type Deps = CreateCheckoutDeps &
  DeliverDeps &
  ScanDeps &
  SelectTokenDeps &
  SettleDeps &
  VerifyDeps & { rateStore: RateStore; databaseHealth: DatabaseHealth; close(): Promise<void> };

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
  const signer = createLocalSigner(settings.OPERATOR_PRIVATE_KEY);
  const readers = new Map<number, ChainReader>(
    settings.CHAINS.map((chain) => [chain.chainId, createChainReader(chain)]),
  );
  const senders = new Map<number, ChainSender>(
    settings.CHAINS.map((chain) => [
      chain.chainId,
      createChainSender({ ...chain, signer, factoryAddress: depositAddresses.factory }),
    ]),
  );
  const rateStore = createRateStore(database);
  const provider =
    settings.DEMO_FIXED_RATES === undefined
      ? createCoinGeckoProvider({ baseUrl: settings.COINGECKO_URL, apiKey: settings.COINGECKO_API_KEY })
      : createFixedProvider(settings.DEMO_FIXED_RATES);
  const secretBox = createSecretBox(settings.DATA_KEY);

  return {
    clock,
    newId,
    log,
    random: Math.random,
    chains: settings.CHAINS,
    reader: (chainId) => enabled(readers, chainId),
    sender: (chainId) => enabled(senders, chainId),
    checkouts: createCheckoutStore(database),
    payments: createPaymentStore(database),
    projects: createProjectStore(database),
    settlements: createSettlementStore(database),
    webhooks: createWebhookStore(database, secretBox),
    webhookSender: createWebhookSender({
      allowPrivateLoopback: settings.WEBHOOK_ALLOW_PRIVATE,
      ownOrigins: [settings.BASE_URL, settings.CHECKOUT_PAGE_URL],
    }),
    rateStore,
    rates: createRateService({ clock, log, provider, rateStore }),
    depositAddresses,
    walletCode: createWalletCode([...readers.values()], clock),
    refundAuthority: settings.REFUND_AUTHORITY,
    allowHttpLoopback: settings.APP_MODE !== "production",
    killPoint: (name) => {
      if (settings.KILL_POINT === name) process.kill(process.pid, "SIGKILL");
    },
    databaseHealth: createDatabaseHealth(database),
    close: () => database.close(),
  };
}

function enabled<T>(byChain: ReadonlyMap<number, T>, chainId: number): T {
  const found = byChain.get(chainId);
  if (found === undefined) throw new Error(`chain ${chainId} is not enabled`);
  return found;
}
