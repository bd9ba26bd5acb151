import { afterAll, afterEach, beforeEach, expect } from "vitest";
import type { Checkout, CheckoutStatus } from "@/lib/checkouts/checkout.rules";
import { createCheckout } from "@/lib/checkouts/create-checkout";
import { confirmPayments } from "@/lib/payments/confirm-payments";
import type { PaymentStore, PaymentTransaction } from "@/lib/payments/payment.store";
import type { ScanResult } from "@/lib/payments/scan/scan-chain";
import { scanChainOnce } from "@/lib/payments/scan/scan-chain-once";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { dayMs } from "@/lib/platform/values/time.rules";
import type { Project } from "@/lib/projects/project.store";
import { later } from "./builders";
import { startTestChain, type TestChain } from "./chain";
import type { LentDatabase, Tidiness } from "./database";
import { type Payment, startTestNetwork, type TestNetwork } from "./network";
import { booksAndChains } from "./world/books-and-chains";
import { realDeps, type WorldDeps, type WorldState } from "./world/deps";
import { type CheckoutReads, checkoutReads } from "./world/reads";
import { openStores, type TestStores } from "./world/stores";
import { tickingClock } from "./world/ticking-clock";

/** What `world.create()` costs. */
export const price = 4_500_000n;

/**
 * The one world of the tests: the service's use cases with their real adapters (`world.deps`), a database of its own, a
 * project, a clock in the test's hand, and what stands around them.
 *
 * - `testWorld([network])` opens one for each test of the file, `fileWorld()` one for all of them, `openWorld()` one by hand.
 * - With networks it is on real chains and by their time; without any, what a chain would say is written by hand.
 * - What tests do in it lies beside this file, by noun: each part takes the world and answers its acts, such as
 *   `settling(world)`. A part opens what it needs when it is asked for, and the world closes it.
 * - By default it is awkward: a neighbour has the same names, wallets and order ids, another chain the same addresses,
 *   each log twins that a reorganisation took, and a clock that was set shows a millisecond more each time that it is
 *   asked. A test that needs it tidy or still says why: `tidy`, `stillClock`.
 */
export type World = CheckoutReads &
  WorldState & {
    /** Of the first chain; where no chain is named, this one is meant. */
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
    /** Pays the checkout in its token, USDC unless it has one, and lets the payment become final. */
    pay(checkout: Checkout, units?: bigint): Promise<Payment>;
    /** Creates a checkout with a final payment. */
    paid(body?: Parameters<World["create"]>[0]): Promise<Checkout>;
    /** Runs a work, mines and watches, so many times; twenty seconds pass after each. */
    workOn(work: () => Promise<unknown>, rounds?: number): Promise<void>;
    /** Runs `work` with other parts, and puts the usual ones back. */
    withDeps<Result>(change: Partial<WorldDeps>, work: () => Promise<Result>): Promise<Result>;
    status(checkout: Pick<Checkout, "id">): Promise<CheckoutStatus>;
    /** The events of a checkout in their order: "created detected paid". */
    events(checkout: Pick<Checkout, "id">): Promise<string>;
    /** Changes the project's row, and reads it again for the use cases. */
    change(
      data: Partial<Pick<Project, "refundMode" | "settlementPolicy" | "settlementWallet">>,
    ): Promise<void>;
    /** The books hold what the chains hold. */
    expectBooks(): Promise<void>;
    /** What a part opened is closed with the world. */
    onClose(close: () => unknown): void;
    close(): Promise<void>;
  };

/** One network for all tests of the file. */
export async function testNetwork(options?: { chainId?: number }): Promise<TestNetwork> {
  const network = await startTestNetwork(options);
  afterAll(() => network.stop());
  return network;
}

/** A chain without contracts for all tests of the file. */
export async function testChain(options?: Parameters<typeof startTestChain>[0]): Promise<TestChain> {
  const chain = await startTestChain(options);
  afterAll(() => chain.stop());
  return chain;
}

export type WorldSettings = Tidiness & {
  project?: Parameters<TestStores["createProject"]>[0];
  deps?: Partial<WorldDeps>;
  /** Every chain was looked at before the test begins. */
  scanned?: boolean;
  /** Its database, instead of one that the tests share. */
  lent?: LentDatabase;
  /** Why its clock stands still once it is set: by default it shows a millisecond more each time that it is asked. */
  stillClock?: string;
};

/**
 * A world of its own for each test of the file.
 *
 * @param booksAgree afterwards the books hold what the chains hold, whatever the test did
 */
export function testWorld(
  networks: readonly TestNetwork[] = [],
  { scanned = true, booksAgree = false, ...settings }: WorldSettings & { booksAgree?: boolean } = {},
): World & {
  /** Closes the world and opens another one. */
  reopen(settings?: WorldSettings): Promise<void>;
} {
  const world = {} as World;
  let isOpen = false;
  const open = async (of: WorldSettings) => {
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
    reopen: async (others: WorldSettings = {}) => {
      await close();
      await open({ scanned: true, ...others });
    },
  });
}

/** One world for all tests of the file. Without a chain each is on days of its own: none uses up another's limit of a day. */
export async function fileWorld(
  networks: readonly TestNetwork[] = [],
  settings: WorldSettings = {},
): Promise<World> {
  const world = await openWorld(networks, settings);
  let day = 0;
  if (networks.length === 0)
    beforeEach(() => {
      day += 2;
      world.now = later(day * dayMs);
    });
  afterAll(() => world.close());
  return world;
}

/** @param world the object to fill; a new one by default */
export async function openWorld(
  networks: readonly TestNetwork[] = [],
  { project, deps, tidy, lent, stillClock, scanned = false }: WorldSettings = {},
  world = {} as World,
): Promise<World> {
  const [home] = networks;
  const stores = await openStores({ tidy, lent });
  const projectId = await stores.createProject({ settlementWallet: freshWallet(), ...project });
  if (networks.length > 0) {
    const accepted = networks.flatMap(({ definition, usdc, usdt }) =>
      [usdc, usdt].map((tokenAddress) => ({ chainId: definition.chainId, tokenAddress })),
    );
    await stores.admin.acceptTokens(projectId, accepted, new Date());
  }
  const made = await stores.projects.findById(projectId);
  if (made === null) throw new Error("the project was not stored");
  const closes: (() => unknown)[] = [() => stores.close()];
  /** When it was set, less what it was moved on until then; null while it goes with the machine's. */
  let setAt: number | null = null;
  const movedOn = () => (home?.aheadMs ?? 0) + world.clockAheadMs;

  const opened: Omit<World, "deps"> = {
    ...checkoutReads(stores),
    stores,
    networks,
    get network() {
      if (home === undefined) throw new Error("this world has no chain");
      return home;
    },
    project: made,
    get now() {
      return new Date((setAt ?? Date.now()) + movedOn());
    },
    set now(time) {
      setAt = time.getTime() - movedOn();
    },
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
      setAt ??= Date.now();
    },
    create: async (body = { fiatAmount: "4.50", fiatCurrency: "USD", ...onHome() }) =>
      await createCheckout(world.deps, world.project, "server_key", body),
    createFor: (expiryMinutes) => world.create({ amount: price, ...onHome(), expiryMinutes }),
    scan: async (chainId = onHome().chainId) => {
      for (let round = 0; round < 100; round++) {
        const look = await scanChainOnce(world.deps, chainId);
        if (look.remaining === 0n && look.kind !== "raced" && !look.failed) return look;
      }
      throw new Error("the scan did not come to its end");
    },
    watch: async (chainId = onHome().chainId) => {
      await world.scan(chainId);
      await confirmPayments(world.deps, chainId);
    },
    mineAndWatch: async (blocks = 1) => {
      await world.network.chain.mine(blocks);
      await world.watch();
    },
    settle: async () => {
      await world.watch();
      await world.mineAndWatch();
    },
    pay: async (checkout, units = price) => {
      const token = checkout.tokenAddress ?? world.network.usdc;
      const payment = await world.network.pay(checkout.depositAddress, units, { token });
      await world.mineAndWatch();
      return payment;
    },
    paid: async (body) => {
      const checkout = await world.create(body);
      await world.pay(checkout);
      return checkout;
    },
    workOn: async (work, rounds = 3) => {
      for (let round = 0; round < rounds; round++) {
        await work();
        await world.mineAndWatch(2);
        world.clockAheadMs += 20_000;
      }
    },
    withDeps: async (change, work) => {
      const usual = world.deps;
      world.deps = { ...usual, ...change };
      try {
        return await work();
      } finally {
        world.deps = usual;
      }
    },
    status: async (checkout) => (await world.find(checkout)).status,
    events: async (checkout) =>
      (await world.eventKinds(checkout)).map((kind) => kind.replace("checkout.", "")).join(" "),
    change: async (data) => {
      await stores.database.prisma.project.update({ where: { id: projectId }, data });
      Object.assign(world.project, await stores.projects.findById(projectId));
    },
    expectBooks: async () => {
      const { books, chains } = await booksAndChains(world);
      expect(books).toEqual(chains);
    },
    onClose: (close) => void closes.push(close),
    close: async () => {
      for (let close = closes.pop(); close !== undefined; close = closes.pop()) await close();
    },
  };
  const onHome = () => {
    const { definition, usdc } = world.network;
    return { chainId: definition.chainId, tokenAddress: usdc };
  };
  Object.defineProperties(world, Object.getOwnPropertyDescriptors(opened));
  if (home === undefined) world.now = later(60_000);
  const ticking = tickingClock(() => world.now);
  const clock = { now: () => (setAt === null || stillClock !== undefined ? world.now : ticking.now()) };
  world.deps = { ...realDeps(world, clock), ...deps };
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
