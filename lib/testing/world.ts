import { erc20Abi, getAbiItem } from "viem";
import { afterAll, afterEach, beforeEach, expect } from "vitest";
import type { Checkout, CheckoutStatus } from "@/lib/checkouts/checkout.rules";
import { createCheckout } from "@/lib/checkouts/create-checkout";
import { depositAbi } from "@/lib/contracts/abi/deposit";
import { confirmPayments } from "@/lib/payments/confirm-payments";
import type { PaymentStore, PaymentTransaction } from "@/lib/payments/payment.store";
import type { ScanResult } from "@/lib/payments/scan/scan-chain";
import { scanChainOnce } from "@/lib/payments/scan/scan-chain-once";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { Project } from "@/lib/projects/project.store";
import { type CheckoutReads, checkoutReads } from "./checkout-reads";
import type { Tidiness } from "./database";
import { type Payment, startTestNetwork, type TestNetwork } from "./network";
import { openTestStores, type TestStores } from "./stores";
import { realDeps, type WorldDeps, type WorldState } from "./world-deps";

/** What `world.create()` costs. */
export const price = 4_500_000n;

/**
 * Every use case with the real adapters: a database of its own, the networks given, and a clock that tests move. Where
 * no chain is named, the first one is meant.
 */
export type World = CheckoutReads &
  WorldState & {
    /** The first. */
    network: TestNetwork;
    project: Project;
    /** What the clock shows beyond the networks' own time. */
    clockAheadMs: number;
    /** Moves chains and clock on together. */
    pass(seconds: number): Promise<void>;
    /** Stops the clock except for explicit advances: a pass takes time, too. */
    stopClock(): void;
    /** Creates one as the project: 4.50 USD in USDC by default. */
    create(body?: Parameters<typeof createCheckout>[3]): Promise<Checkout>;
    /** Creates a checkout that expires after `expiryMinutes`. */
    createFor(expiryMinutes: number): Promise<Checkout>;
    /** Scans up to the newest block. */
    scan(chainId?: number): Promise<ScanResult>;
    /** Scans, and confirms what became final: one round of the watcher. */
    watch(chainId?: number): Promise<void>;
    /** Mines blocks and runs one round of the watcher. */
    mineAndWatch(blocks?: number): Promise<void>;
    /** Scans and mines until every payment is final. */
    settle(): Promise<void>;
    /** Pays the checkout and lets the payment become final. */
    pay(checkout: Checkout, units?: bigint): Promise<Payment>;
    /** Creates a checkout with a final payment. */
    paid(units?: bigint): Promise<Checkout>;
    status(checkout: Pick<Checkout, "id">): Promise<CheckoutStatus>;
    /** The events of a checkout in their order: "created detected paid". */
    events(checkout: Pick<Checkout, "id">): Promise<string>;
    /** Changes the project's row, and reads it again for the use cases. */
    change(
      data: Partial<Pick<Project, "refundMode" | "settlementPolicy" | "settlementWallet">>,
    ): Promise<void>;
    /** The books hold what the chains hold. */
    expectBooks(): Promise<void>;
    close(): Promise<void>;
  };

/** One network for all tests of the file. */
export async function testNetwork(options?: { chainId?: number }): Promise<TestNetwork> {
  const network = await startTestNetwork(options);
  afterAll(() => network.stop());
  return network;
}

type Settings = Tidiness & {
  project?: Parameters<TestStores["createProject"]>[0];
  deps?: Partial<WorldDeps>;
  /** Every chain was looked at before the test begins. */
  scanned?: boolean;
};

/**
 * A world of its own for each test of the file.
 *
 * @param booksAgree afterwards the books hold what the chains hold, whatever the test did
 */
export function testWorld(
  networks: readonly TestNetwork[],
  { scanned = true, booksAgree = false, ...settings }: Settings & { booksAgree?: boolean } = {},
): World & {
  /** Closes the world and opens another one. */
  reopen(settings: Settings): Promise<void>;
} {
  const world = {} as World;
  let isOpen = false;
  const open = async (of: Settings) => {
    await openWorld(networks, of, world);
    isOpen = true;
  };
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    await world.close();
  };
  beforeEach(() => open({ scanned, ...settings }));
  afterEach(async () => {
    try {
      // After a failed start its own error is the one to see.
      if (booksAgree && isOpen) await world.expectBooks();
    } finally {
      await close();
    }
  });
  return Object.assign(world, {
    reopen: async (others: Settings) => {
      await close();
      await open({ scanned: true, ...others });
    },
  });
}

/** @param world the object to fill; a new one by default */
export async function openWorld(
  networks: readonly TestNetwork[],
  { project, deps, tidy, scanned = false }: Settings = {},
  world = {} as World,
): Promise<World> {
  const [home] = networks;
  if (home === undefined) throw new Error("a world needs a network");
  const homeId = home.definition.chainId;
  const stores = await openTestStores({ tidy });
  const accepted = networks.flatMap(({ definition, usdc, usdt }) =>
    [usdc, usdt].map((tokenAddress) => ({ chainId: definition.chainId, tokenAddress })),
  );
  const projectId = await stores.createProject({ settlementWallet: freshWallet(), ...project });
  await stores.admin.acceptTokens(projectId, accepted, new Date());
  const made = await stores.projects.findById(projectId);
  if (made === null) throw new Error("the project was not stored");
  let stoppedAt: number | null = null;

  Object.assign(world, {
    ...checkoutReads(stores),
    stores,
    network: home,
    project: made,
    now: () => new Date((stoppedAt ?? Date.now()) + home.aheadMs + world.clockAheadMs),
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
    create: async (
      body = { fiatAmount: "4.50", fiatCurrency: "USD", chainId: homeId, tokenAddress: home.usdc },
    ) => await createCheckout(world.deps, world.project, "server_key", body),
    createFor: (expiryMinutes) =>
      world.create({ amount: price, chainId: homeId, tokenAddress: home.usdc, expiryMinutes }),
    scan: async (chainId = homeId) => {
      for (let round = 0; round < 100; round++) {
        const look = await scanChainOnce(world.deps, chainId);
        if (look.remaining === 0n && look.kind !== "raced" && !look.failed) return look;
      }
      throw new Error("the scan did not come to its end");
    },
    watch: async (chainId = homeId) => {
      await world.scan(chainId);
      await confirmPayments(world.deps, chainId);
    },
    mineAndWatch: async (blocks = 1) => {
      await home.chain.mine(blocks);
      await world.watch();
    },
    settle: async () => {
      await world.watch();
      await world.mineAndWatch();
    },
    pay: async (checkout, units = price) => {
      const payment = await home.pay(checkout.depositAddress, units);
      await world.mineAndWatch();
      return payment;
    },
    paid: async (units) => {
      const checkout = await world.create();
      await world.pay(checkout, units);
      return checkout;
    },
    status: async (checkout) => (await world.find(checkout)).status,
    events: async (checkout) =>
      (await world.eventKinds(checkout)).map((kind) => kind.replace("checkout.", "")).join(" "),
    change: async (data) => {
      await stores.database.prisma.project.update({ where: { id: projectId }, data });
      Object.assign(world.project, await stores.projects.findById(projectId));
    },
    expectBooks: async () => {
      const { books, chains } = await booksAndChains(world, networks);
      expect(books).toEqual(chains);
    },
    close: () => stores.close(),
  } satisfies Omit<World, "deps">);
  world.deps = { ...realDeps(world, networks), ...deps };
  if (scanned) for (const { definition } of networks) await world.scan(definition.chainId);
  return world;
}

/** The store of payments, whose transactions fail at this step. */
export const cutOff = (payments: PaymentStore, step: keyof PaymentTransaction): PaymentStore => ({
  ...payments,
  transaction: (work) =>
    payments.transaction((tx) =>
      work({ ...tx, [step]: async () => Promise.reject(new Error("the power went")) }),
    ),
});

/** A new wallet, so that its balance comes from this test. */
export function freshWallet(): Hex {
  return `0x${crypto.randomUUID().replaceAll("-", "").padStart(40, "a")}`;
}

const transferEvent = getAbiItem({ abi: erc20Abi, name: "Transfer" });
const sweptEvent = getAbiItem({ abi: depositAbi, name: "DepositSwept" });

/**
 * What came to deposit addresses and left them, by checkout and token: by the ledger, and read from the chains without
 * the service's code. Unlisted tokens are skipped: their transfers are only partly stored.
 */
async function booksAndChains(world: World, networks: readonly TestNetwork[]) {
  const owners = await world.query<{ id: string; deposit_address: Hex }>(
    "SELECT id, deposit_address FROM checkouts WHERE own(id)",
  );
  const ownerOf = new Map(owners.map(({ id, deposit_address }) => [deposit_address, id]));
  const sums = new Map<string, bigint>();
  const add = (what: string, deposit: Hex, units: bigint) => {
    const id = ownerOf.get(lower(deposit));
    if (id !== undefined) sums.set(`${what} ${id}`, (sums.get(`${what} ${id}`) ?? 0n) + units);
  };
  const listed = networks.flatMap(({ definition, usdc, usdt }) =>
    [usdc, usdt].map((token) => `${definition.chainId} ${token}`),
  );
  for (const { chain, usdc, usdt } of networks) {
    const range = { strict: true, fromBlock: 0n } as const;
    for (const { address, args } of await chain.client.getLogs({
      address: [usdc, usdt],
      event: transferEvent,
      ...range,
    }))
      add(`in ${chain.chainId} ${lower(address)}`, args.to, args.value);
    for (const { address, args } of await chain.client.getLogs({ event: sweptEvent, ...range }))
      if ([usdc, usdt].includes(lower(args.token)))
        add(`out ${chain.chainId} ${lower(args.token)}`, address, args.amount);
  }
  const entries = await world.query<{ token: string; line: string }>(
    `SELECT chain_id || ' ' || token_address AS token,
       flow || ' ' || chain_id || ' ' || token_address || ' ' || checkout_id || ' ' || sum(units) AS line FROM (
       SELECT 'in' AS flow, checkout_id, chain_id, token_address,
         CASE WHEN to_account = 'DEPOSIT' THEN amount_units ELSE -amount_units END AS units
       FROM ledger_entries WHERE 'CUSTOMER' IN (from_account, to_account)
       UNION ALL
       SELECT 'out', checkout_id, chain_id, token_address,
         CASE WHEN to_account = 'MERCHANT' THEN amount_units ELSE -amount_units END
       FROM ledger_entries WHERE 'MERCHANT' IN (from_account, to_account)
     ) AS moves GROUP BY flow, checkout_id, chain_id, token_address HAVING sum(units) <> 0`,
  );
  return {
    books: entries.flatMap(({ token, line }) => (listed.includes(token) ? [line] : [])).sort(),
    chains: [...sums].flatMap(([key, units]) => (units === 0n ? [] : [`${key} ${units}`])).sort(),
  };
}

const lower = (address: Hex) => address.toLowerCase() as Hex;
