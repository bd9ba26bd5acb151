import { createRateLimiter } from "@/lib/api/limits/rate-limiter.store";
import { depositAddresses } from "@/lib/chain/contracts/deposit-address.chain";
import { createChainReader } from "@/lib/chain/reader/chain-reader.chain";
import { createChainSender, createLocalSigner } from "@/lib/chain/sender/chain-sender.chain";
import type { ChainSender } from "@/lib/chain/sender/chain-sender.port";
import { createWalletCode } from "@/lib/chain/wallets.chain";
import type { Checkout, CheckoutStatus } from "@/lib/checkouts/checkout.rules";
import { type CreateCheckoutDeps, createCheckout } from "@/lib/checkouts/create-checkout";
import type { SelectTokenDeps } from "@/lib/checkouts/pending-checkout";
import { type ConfirmDeps, confirmPayments } from "@/lib/payments/confirm-payments";
import type { ScanDeps, ScanResult } from "@/lib/payments/scan/scan-chain";
import { scanChainOnce } from "@/lib/payments/scan/scan-chain-once";
import { createScanMemory } from "@/lib/payments/scan/scan-memory";
import type { VerifyDeps } from "@/lib/payments/verify-payment";
import type { Log } from "@/lib/platform/log";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { Project } from "@/lib/projects/project.store";
import { fiatCurrencies } from "@/lib/rates/fiat-currency.rules";
import { createRateService } from "@/lib/rates/get-rates";
import { createFixedProvider } from "@/lib/rates/providers";
import type { PrepareSignatureDeps } from "@/lib/refunds/links/refund-links";
import type { SendRefundsDeps } from "@/lib/refunds/send-refunds";
import type { SettleDeps } from "@/lib/settlement/settlement-terms";
import type { AcceptAuthorizationDeps } from "@/lib/signed/accept-authorization";
import type { RelayDeps } from "@/lib/signed/relay-authorizations";
import { createTokenAuthorizations } from "@/lib/signed/token-authorizations.chain";
import type { DeliverDeps } from "@/lib/webhooks/deliver/create-webhook-delivery";
import type { WebhookResponse, WebhookSender } from "@/lib/webhooks/webhook-store.port";
import { newId } from "./builders";
import { type CheckoutReads, checkoutReads } from "./checkout-reads";
import { operatorKey, refundKey, refundWallet, type TestNetwork } from "./network";
import { openTestStores, type TestStores } from "./stores";

export type WorldDeps = AcceptAuthorizationDeps &
  RelayDeps &
  CreateCheckoutDeps &
  ConfirmDeps &
  DeliverDeps &
  ScanDeps &
  SelectTokenDeps &
  SettleDeps &
  Pick<SendRefundsDeps, "refundSender"> &
  Pick<PrepareSignatureDeps, "refundWallet"> &
  VerifyDeps;

type WebhookPost = Parameters<WebhookSender["post"]>[0];

/** Every use case with the real adapters: a database of its own, the networks given, and a clock that tests move. */
export type ServiceWorld = CheckoutReads & {
  stores: TestStores;
  deps: WorldDeps;
  project: Project;
  /** What the clock shows beyond the networks' own time. */
  clockAheadMs: number;
  /** While true, no node answers. */
  nodesDown: boolean;
  rates: Record<string, Record<string, string>>;
  /** Name of the rate provider. */
  rateProvider: string;
  posts: WebhookPost[];
  answer: (post: WebhookPost) => WebhookResponse;
  warnings: string[];
  /** Moves chains and clock on together. */
  pass(seconds: number): Promise<void>;
  /** Stops the clock except for explicit advances: a pass takes time, too. */
  stopClock(): void;
  /** Creates one as the project: 4.50 USD in USDC on the first network by default. */
  create(body?: Parameters<typeof createCheckout>[3]): Promise<Checkout>;
  /** Scans up to the newest block. */
  scan(chainId?: number): Promise<ScanResult>;
  /** The same, and judges what became final: one round of the watcher. */
  watch(chainId?: number): Promise<void>;
  status(checkout: Pick<Checkout, "id">): Promise<CheckoutStatus>;
  /** Changes the project's row, and reads it again for the use cases. */
  change(data: Partial<Pick<Project, "refundMode" | "settlementPolicy" | "settlementWallet">>): Promise<void>;
  close(): Promise<void>;
};

export async function openServiceWorld(
  networks: readonly TestNetwork[],
  overrides: {
    project?: Parameters<TestStores["createProject"]>[0];
    deps?: Partial<WorldDeps>;
  } = {},
): Promise<ServiceWorld> {
  const [home] = networks;
  if (home === undefined) throw new Error("a world needs a network");
  const stores = await openTestStores();
  const accepted = networks.flatMap(({ definition, usdc, usdt }) =>
    [usdc, usdt].map((tokenAddress) => ({ chainId: definition.chainId, tokenAddress })),
  );
  const projectId = await stores.createProject({ settlementWallet: freshWallet(), ...overrides.project });
  await stores.admin.acceptTokens(projectId, accepted, new Date());
  const project = await stores.projects.findById(projectId);
  if (project === null) throw new Error("the project was not stored");

  let stoppedAt: number | null = null;
  const clock = { now: () => new Date((stoppedAt ?? Date.now()) + home.aheadMs + world.clockAheadMs) };
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
      sending: deps.chains.find((definition) => definition.chainId === chainId)?.sending,
    });
    return {
      ...sender,
      broadcast: async (rawTransaction) => {
        const told = await sender.broadcast(rawTransaction);
        await chain.mined();
        return told;
      },
    };
  };
  const deps: WorldDeps = {
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
    rateLimiter: createRateLimiter(stores.database, { now: clock.now }),
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
    gasless: { dailyGasPerProject: 20_000_000n, maxGasPerRelay: 200_000n },
    walletCode: createWalletCode({
      clock,
      log,
      readers: networks.map(({ reader }) => reader),
      store: stores.walletCodes,
    }),
    refundAuthority: refundWallet,
    fiatCurrencies,
    allowHttpLoopback: false,
    killPoint: () => undefined,
    ...overrides.deps,
  };

  const homeId = home.definition.chainId;
  const scan = async (chainId = homeId): Promise<ScanResult> => {
    for (let round = 0; round < 100; round++) {
      const look = await scanChainOnce(deps, chainId);
      if (look.remaining === 0n && look.kind !== "raced" && !look.failed) return look;
    }
    throw new Error("the scan did not come to its end");
  };

  const world: ServiceWorld = {
    ...checkoutReads(stores),
    stores,
    deps,
    project,
    clockAheadMs: 0,
    nodesDown: false,
    rates: { USDC: { USD: "1", KRW: "1400" }, USDT: { USD: "0.9" } },
    rateProvider: "fixed",
    posts: [],
    answer: () => ({ kind: "answered", statusCode: 200, retryAfterMs: null, body: "" }),
    warnings: [],
    pass: async (seconds) => {
      for (const network of networks) await network.pass(seconds);
    },
    stopClock: () => {
      stoppedAt ??= Date.now();
    },
    create: (body = { fiatAmount: "4.50", fiatCurrency: "USD", chainId: homeId, tokenAddress: home.usdc }) =>
      createCheckout(deps, world.project, "server_key", body).then(({ checkout }) => checkout),
    scan,
    watch: async (chainId = homeId) => {
      await scan(chainId);
      await confirmPayments(deps, chainId);
    },
    status: async (checkout) => (await world.find(checkout)).status,
    change: async (data) => {
      await stores.database.prisma.project.update({ where: { id: projectId }, data });
      Object.assign(world.project, await stores.projects.findById(projectId));
    },
    close: () => stores.close(),
  };
  return world;
}

/** Nothing listens there. */
const nowhere = "http://127.0.0.1:1";

let wallets = 0n;

/** A new wallet, so that its balance comes from this test. */
export function freshWallet(): Hex {
  wallets += 1n;
  return `0x${(BigInt(Date.now()) * 10_000n + wallets).toString(16).padStart(40, "a")}`;
}

/**
 * What the books say against what the chain says, by checkout and token, for funds that came and funds that
 * left: they agree when both lists are equal.
 */
export async function compareBooks(
  world: ServiceWorld,
  { reader, usdc, usdt, chain }: TestNetwork,
): Promise<{ books: string[]; chain: string[] }> {
  const owners = await world.query<{ id: string; deposit_address: Hex }>(
    "SELECT id, deposit_address FROM checkouts",
  );
  const entries = await world.query<{ line: string }>(
    `SELECT flow || ' ' || checkout_id || ' ' || token_address || ' ' || sum(units) AS line FROM (
       SELECT 'in' AS flow, checkout_id, token_address,
         CASE WHEN to_account = 'DEPOSIT' THEN amount_units ELSE -amount_units END AS units
       FROM ledger_entries WHERE chain_id = $1 AND 'CUSTOMER' IN (from_account, to_account)
       UNION ALL
       SELECT 'out', checkout_id, token_address,
         CASE WHEN to_account = 'MERCHANT' THEN amount_units ELSE -amount_units END
       FROM ledger_entries WHERE chain_id = $1 AND 'MERCHANT' IN (from_account, to_account)
     ) AS moves GROUP BY flow, checkout_id, token_address HAVING sum(units) <> 0`,
    [reader.chainId],
  );
  const range = { fromBlock: 0n, toBlock: await chain.client.getBlockNumber({ cacheTime: 0 }) };
  const { transfers: came, sweeps: left } = await reader.logs(range, {
    to: owners.map(({ deposit_address }) => deposit_address),
    tokens: [usdc, usdt],
  });
  const sums = new Map<string, bigint>();
  const add = (flow: string, address: Hex, token: Hex, units: bigint) => {
    const owner = owners.find(({ deposit_address }) => deposit_address === address);
    if (owner === undefined) return;
    const key = `${flow} ${owner.id} ${token}`;
    sums.set(key, (sums.get(key) ?? 0n) + units);
  };
  for (const { to, tokenAddress, amountUnits } of came) add("in", to, tokenAddress, amountUnits);
  for (const { depositAddress, tokenAddress, amountUnits } of left)
    add("out", depositAddress, tokenAddress, amountUnits);
  return {
    books: entries.map(({ line }) => line).sort(),
    chain: [...sums].map(([key, units]) => `${key} ${units}`).sort(),
  };
}
