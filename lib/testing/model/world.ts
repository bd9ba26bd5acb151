import { createRateLimiter } from "@/lib/api/limits/rate-limiter.store";
import type { PaymentStores } from "@/lib/api/wiring/stores";
import { enabledChain } from "@/lib/chain/chains.rules";
import { usesTags } from "@/lib/chain/confirmation-policy.rules";
import { depositAddresses } from "@/lib/chain/contracts/deposit-address.chain";
import { createChainReader } from "@/lib/chain/reader/chain-reader.chain";
import { refundCalls } from "@/lib/chain/sender/contract-calls.chain";
import type { CheckoutParts } from "@/lib/checkouts/create-checkout";
import type { CheckoutPageParts } from "@/lib/checkouts/views/read-checkout";
import type { ScanParts } from "@/lib/payments/payments.parts";
import { createScanMemory } from "@/lib/payments/scan/scan-memory";
import type { Clock } from "@/lib/platform/clock";
import type { NewId } from "@/lib/platform/ids";
import type { Log } from "@/lib/platform/log";
import type { Project } from "@/lib/projects/project.store";
import { fiatCurrencies } from "@/lib/rates/fiat-currency.rules";
import type { RateService } from "@/lib/rates/get-rates";
import type { RefundCallParts } from "@/lib/refunds/refunds.parts";
import { noon } from "@/lib/testing/builders";
import { createSimulatedChain, type SimulatedChain } from "@/lib/testing/simulated-chain/chain";
import { noFaults, type SimulatedNode, startSimulatedNode } from "@/lib/testing/simulated-chain/node";
import { openTestStores, type TestStores } from "@/lib/testing/stores";
import { chains, contracts, merchant, payer, projects, tagLags } from "./networks";

export type ModelDeps = CheckoutParts & ScanParts & CheckoutPageParts & RefundCallParts;

/** Stores that a test may watch or hold up. */
export type ModelStores = PaymentStores & Pick<TestStores, "pendingCheckouts">;

/** One chain with its nodes: the first is asked unless it fails. */
export type ModelNetwork = { chain: SimulatedChain; nodes: readonly SimulatedNode[] };

/** What histories run on one after another: a database, nodes, and shops. */
export type ModelWorld = {
  stores: TestStores;
  projects: readonly Project[];
  networks: readonly ModelNetwork[];
  /** Empties books and chains. What was made with `deps` before is void. */
  reset(seed: number): Promise<void>;
  /** The use cases for a worker with nodes of its own to talk to. */
  deps(options: { clock: Clock; stores?: Partial<ModelStores>; preferSecondNode?: boolean }): ModelDeps;
  close(): Promise<void>;
};

/** Blocks that are there before anything happens: more than a reorganisation takes. */
const firstBlocks = 12;
const secondsApart = 2;

export async function openModelWorld(): Promise<ModelWorld> {
  const stores = await openTestStores({ tidy: "the model knows every row" });
  const shops: Project[] = [];
  for (const { acceptedTokens, ...settings } of projects) {
    const projectId = await stores.createProject({
      ...settings,
      settlementWallet: merchant,
      refundMode: "CONVENIENT",
      refundDailyLimitUnits: 10n ** 15n,
    });
    await stores.admin.acceptTokens(projectId, acceptedTokens, noon);
    const project = await stores.projects.findById(projectId);
    if (project === null) throw new Error("the project was not stored");
    shops.push(project);
  }
  const empty = (chainId: number, seed: number) =>
    createSimulatedChain({
      chainId,
      seed,
      startsAt: noon.getTime() / 1_000 - firstBlocks * secondsApart,
      contracts,
      lags: tagLags,
    });
  const networks = await Promise.all(
    chains.map(async ({ chainId }, index) => ({
      chain: empty(chainId, 0),
      nodes: await Promise.all(
        Array.from({ length: 2 - index }, () => startSimulatedNode(empty(chainId, 0))),
      ),
    })),
  );
  const emptyBooks = await emptyStatement(stores);
  let ids = 0;

  return {
    stores,
    projects: shops,
    networks,
    async reset(seed) {
      ids = 0;
      await stores.database.pool.query(emptyBooks);
      for (const [index, network] of networks.entries()) {
        const { chainId } = network.chain;
        network.chain = empty(chainId, seed);
        fund(network.chain);
        for (const node of network.nodes) {
          node.chain = network.chain;
          node.faults = { ...noFaults };
        }
        networks[index] = network;
      }
    },
    deps({ clock, stores: others = {}, preferSecondNode = false }) {
      const newId: NewId = (prefix) => `${prefix}_${(++ids).toString().padStart(26, "0")}`;
      const readers = networks.map(({ chain, nodes }) => {
        const urls = nodes.map(({ url }) => url);
        return createChainReader({
          chainId: chain.chainId,
          rpcUrls: preferSecondNode ? urls.toReversed() : urls,
          usesTags: chainUsesTags(chain.chainId),
          // Nodes here fail as they are told to; what takes long is the machine.
          timeoutMs: 60_000,
          clock,
          random: () => 0.5,
        });
      });
      return {
        clock,
        newId,
        refundCalls,
        refundWallet: `0x${"be".repeat(20)}`,
        log: quiet,
        rateLimiter: createRateLimiter(stores.database, { now: clock.now }),
        chains,
        reader: (chainId) => {
          const reader = readers.find((candidate) => candidate.chainId === chainId);
          if (reader === undefined) throw new Error(`chain ${chainId} is not enabled`);
          return reader;
        },
        checkouts: stores.checkouts,
        payments: stores.payments,
        deposits: stores.deposits,
        positions: stores.positions,
        scanProgress: stores.scanProgress,
        recordedLogs: stores.recordedLogs,
        hints: stores.hints,
        expiry: stores.expiry,
        pendingCheckouts: stores.pendingCheckouts,
        ...others,
        projects: stores.projects,
        refunds: stores.refunds,
        incidents: stores.incidents,
        balances: stores.balances,
        memory: createScanMemory(),
        rates: movingRates(clock),
        depositAddresses,
        walletCode: { onChains: async () => new Map(chains.map(({ chainId }) => [chainId, false])) },
        refundAuthority: `0x${"be".repeat(20)}`,
        // The simulated tokens know no signed payments.
        tokenAuthorizations: {
          signing: () => Promise.resolve(null),
          approval: () => Promise.reject(new Error("no token here takes signed payments")),
          inspect: () => Promise.reject(new Error("no token here takes signed payments")),
        },
        gasless: { dailyGasPerProject: 0n, maxGasPerRelay: 1n },
        coinPrices: async () => null,
        relayCosts: async () => null,
        relayBudget: async () => false,
        gasFloorMultiple: 5,
        fiatCurrencies,
        allowHttpLoopback: false,
        checkoutPageUrl: "https://pay.example",
      };
    },
    async close() {
      await Promise.all(networks.flatMap(({ nodes }) => nodes.map((node) => node.stop())));
      await stores.close();
    },
  };
}

function chainUsesTags(chainId: number): boolean {
  return usesTags(enabledChain(chains, chainId).confirmations);
}

const quiet: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Payer and merchant have plenty of everything; the rest is empty blocks. */
function fund(chain: SimulatedChain): void {
  const plenty = 10n ** 15n;
  const mints = [payer, merchant].flatMap((to) =>
    contracts.map((token) => ({ kind: "mint" as const, token, to, amountUnits: plenty })),
  );
  chain.mine({ timestamp: chain.head.timestamp + secondsApart, transactions: [chain.transaction(mints)] });
  while (chain.head.number < firstBlocks) chain.mine({ timestamp: chain.head.timestamp + secondsApart });
}

/** Every minute another price: a later selection has other terms. */
function movingRates(clock: Clock): RateService {
  return {
    current: async () => {
      const at = clock.now();
      const cents = Math.floor(at.getTime() / 60_000) % 3;
      return {
        source: "live",
        get: (token, currency) => {
          const usd = token === "USDC" ? `1.0${cents}` : `0.9${cents}`;
          return { rate: currency === "KRW" ? `14${cents}0` : usd, at, provider: `told ${at.getTime()}` };
        },
      };
    },
    refresh: async () => undefined,
  };
}

/** Empties every table but those of projects. Rules of the books are off meanwhile: nothing may ever be deleted there. */
async function emptyStatement({ database }: TestStores): Promise<string> {
  const kept = ["projects", "accepted_tokens", "api_keys", "users", "memberships"];
  const { rows } = await database.pool.query<{ name: string }>(
    `SELECT quote_ident(tablename) AS name FROM pg_tables
     WHERE schemaname = current_schema() AND tablename <> ALL ($1::text[]) AND tablename NOT LIKE '%migration%'`,
    [kept],
  );
  const statements = rows.map(({ name }) => `DELETE FROM ${name}`);
  return ["BEGIN", "SET LOCAL session_replication_role = replica", ...statements, "COMMIT"].join(";");
}
