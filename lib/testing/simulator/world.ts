import { Client } from "pg";
import { privateKeyToAccount } from "viem/accounts";
import { vi } from "vitest";
import type { SignedIn } from "@/lib/accounts/sign-in/signed-in";
import { getParts } from "@/lib/api/wiring/parts";
import { depositAddresses } from "@/lib/chain/contracts/deposit-address.chain";
import { exactProxyAddress, permit2Address } from "@/lib/chain/contracts/signing.rules";
import { multicall3Address } from "@/lib/chain/reader/balances.chain";
import { createDatabase, type Database } from "@/lib/platform/database";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { createProjectAdmin } from "@/lib/projects/project-admin.store";
import { parseEnv } from "@/lib/settings/env";
import { newId, noon, usdc, usdt } from "@/lib/testing/builders";
import { createTestDatabase } from "@/lib/testing/database";
import { createNode, type FaultyNode } from "@/lib/testing/node/node";
import { completeSettings } from "@/lib/testing/settings";
import { createSimulatedChain, type SimulatedChain } from "@/lib/testing/simulated-chain/chain";
import { simulatedNode } from "@/lib/testing/simulated-chain/node";
import { eventKinds } from "@/lib/webhooks/events.rules";
import { type Instance, separateInstances, startInstance } from "./instance";
import { createInterleaving } from "./interleaving";
import { moments } from "./moments";
import { NodesNetwork, urlOf } from "./nodes";
import { createOutside, type Outside } from "./outside";
import { createRandom, type Random } from "./random";

export const chainIds = [31337, 31338] as const;
const nodesOf: Readonly<Record<number, number>> = { 31337: 3, 31338: 2 };
export const tokens = [usdc, usdt] as const;
export const customer: Hex = `0x${"f0".repeat(20)}`;
/** Of a customer who pays by signature. */
export const signerKey: Hex = `0x${"5a".repeat(32)}`;
/** One for each shop, and one more. */
export const wallets: readonly Hex[] = ["a1", "a2", "a3", "a4"].map((byte): Hex => `0x${byte.repeat(20)}`);
const startsAt = noon.getTime();
const firstBlocks = 12;

/** The keys are those of now. */
export type Shop = { projectId: string; owner: SignedIn; key: string; apiKey: string };

/** Everything that a history moves: the service's instances, the chains, the world around, and what went wrong. */
export type World = {
  database: Database;
  instances: [Instance, Instance];
  chains: ReadonlyMap<number, SimulatedChain>;
  nodes: ReadonlyMap<number, readonly FaultyNode[]>;
  outside: Outside;
  shops: readonly Shop[];
  interleaving: ReturnType<typeof createInterleaving>;
  random: Random;
  findings: string[];
  /** What pages of checkouts showed when they were last looked at. */
  pages: Map<string, { mark: string; fingerprint: string; goodUntil: number }>;
  /** The last that an instance logged. */
  lastError: Error | null;
  counts: Map<string, number>;
  /** Points that the last pass of each work had at which its instance can die. */
  lengths: Map<string, number>;
  count(what: string): void;
  /** Virtual time goes on, and blocks with it. */
  pass(ms: number): Promise<void>;
  mine(chainId: number, leavesOut?: number): void;
  restart(index: number): Promise<void>;
  reset(seed: number): Promise<void>;
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
};

const emptying = `DO $$ DECLARE t text; BEGIN
  SET LOCAL session_replication_role = replica;
  FOR t IN SELECT quote_ident(tablename) FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'
  LOOP EXECUTE 'DELETE FROM ' || t; END LOOP; DELETE FROM sim.faults; END $$`;

/** PostgreSQL's clock shows the virtual time. */
const virtualClock = `
  CREATE SCHEMA sim; CREATE TABLE sim.clock (at timestamptz NOT NULL); INSERT INTO sim.clock VALUES (now());
  CREATE FUNCTION sim.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS 'SELECT at FROM sim.clock';
  CREATE FUNCTION sim.now() RETURNS timestamptz LANGUAGE sql VOLATILE AS 'SELECT at FROM sim.clock'`;

export async function openWorld(): Promise<World> {
  const { databaseUrl, drop } = await createTestDatabase();
  const setup = new Client({ connectionString: databaseUrl });
  await setup.connect();
  await setup.query(virtualClock);
  await setup.query(moments);
  const name = new URL(databaseUrl).pathname.slice(1);
  await setup.query(`ALTER DATABASE "${name}" SET search_path = public, sim, pg_catalog`);
  await setup.query(`ALTER DATABASE "${name}" SET synchronous_commit = off`);
  await setup.end();
  const database = createDatabase(databaseUrl, { maxConnections: 3 });
  const putBack = separateInstances();
  vi.useFakeTimers({ toFake: ["Date"], now: startsAt });
  const realNow = performance.now.bind(performance);
  const realRandom = Math.random;
  performance.now = () => Date.now() - startsAt;
  const chains = new Map<number, SimulatedChain>();
  const nodes = new Map<number, FaultyNode[]>();
  const interleaving = createInterleaving();

  const start = (index: number) =>
    startInstance({
      index,
      databaseUrl,
      outside: world.outside,
      turn: () => interleaving.turn(index),
      log: {
        info: () => undefined,
        warn: () => undefined,
        error: (fields, message) => {
          world.count(`log: ${message}`);
          const { error } = fields as { error?: unknown };
          if (error instanceof Error) world.lastError = error;
          if (error instanceof TypeError || error instanceof RangeError)
            world.findings.push(`${message}: ${error.stack}`);
        },
      },
      settings: parseEnv({
        ...completeSettings,
        DATABASE_URL: databaseUrl,
        APP_MODE: "development",
        REFUND_AUTHORITY: undefined,
        REFUND_PRIVATE_KEY: `0x${"b0".repeat(32)}`,
        RATE_LIMIT_SERVER_PER_MINUTE: "100000",
        RATE_LIMIT_PUBLIC_PER_MINUTE: "100000",
        RATE_LIMIT_PUBLIC_IP_PER_MINUTE: "100000",
        RATE_LIMIT_ACTION_PER_MINUTE: "100000",
        RATE_LIMIT_PAGE_PER_MINUTE: "100000",
        RATE_LIMIT_PROJECT_PER_MINUTE: "100000",
        CHAINS: JSON.stringify(
          chainIds.map((chainId) => ({
            chainId,
            rpcUrls: Array.from({ length: nodesOf[chainId] ?? 2 }, (_, node) => urlOf(index, chainId, node)),
            tokens: tokens.map((address, which) => ({
              symbol: which === 0 ? "USDC" : "USDT",
              name: which === 0 ? "USD Coin" : "Tether USD",
              address,
              decimals: 6,
            })),
            ...(chainId === 31338 && {
              maxFilterAddresses: 4,
              confirmations: {
                paid: [
                  { belowTokens: 100, requirement: { kind: "blocks", blocks: 3 } },
                  { belowTokens: null, requirement: { kind: "tag", tag: "finalized" } },
                ],
                settle: { kind: "tag", tag: "safe" },
              },
            }),
          })),
        ),
      }),
    });

  const world: World = {
    database,
    instances: [] as unknown as [Instance, Instance],
    chains,
    nodes,
    outside: createOutside(() => world.random),
    shops: [],
    interleaving,
    random: createRandom(0),
    findings: [],
    pages: new Map(),
    lastError: null,
    counts: new Map(),
    lengths: new Map(),
    count: (what) => void world.counts.set(what, (world.counts.get(what) ?? 0) + 1),
    async pass(ms) {
      const until = Date.now() + ms;
      const blockMs = Math.max(12_000, ms / 12);
      for (let at = Date.now(); at < until; ) {
        at = Math.min(until, at + blockMs);
        vi.setSystemTime(at);
        for (const chainId of chainIds) world.mine(chainId);
      }
      await database.pool.query("UPDATE sim.clock SET at = $1", [new Date(until)]);
    },
    mine(chainId, leavesOut = 0) {
      const chain = chainOf(world, chainId);
      const transactions = chain.pickWaiting(() => leavesOut > 0 && world.random.chance(leavesOut));
      const unsigned = [...chain.mempool.values()].filter(({ signed }) => signed === undefined);
      for (const { hash } of unsigned) chain.mempool.delete(hash);
      chain.mine({ timestamp: Math.floor(Date.now() / 1_000), transactions: [...transactions, ...unsigned] });
    },
    async restart(index) {
      await world.instances[index]?.close();
      world.instances[index] = await start(index);
      world.count("restart");
    },
    async reset(seed) {
      world.random = createRandom(seed);
      Math.random = () => world.random.next();
      world.findings = [];
      world.lengths.clear();
      world.pages.clear();
      for (const instance of world.instances) await instance.close();
      vi.setSystemTime(startsAt);
      await database.pool.query(emptying);
      await database.pool.query("UPDATE sim.clock SET at = $1", [new Date(startsAt)]);
      world.outside = createOutside(() => world.random);
      for (const chainId of chainIds) {
        const chain = createSimulatedChain({
          chainId,
          seed,
          startsAt: startsAt / 1_000 - 2 * firstBlocks,
          contracts: [
            ...tokens,
            multicall3Address,
            depositAddresses.factory,
            permit2Address,
            exactProxyAddress,
          ],
          permit2Tokens: [usdt],
          lags: { safe: 3, finalized: 6 },
        });
        chains.set(chainId, chain);
        const all = nodes.get(chainId) ?? [];
        nodes.set(chainId, all);
        for (let node = 0; node < (nodesOf[chainId] ?? 2); node++)
          all[node] = createNode(simulatedNode(chain));
      }
      world.instances = [await start(0), await start(1)];
      fund(world);
      world.shops = await openShops(world);
    },
    query: async <Row extends object>(text: string, values: unknown[] = []) =>
      (await database.pool.query(text, values)).rows as Row[],
    async close() {
      for (const instance of world.instances) await instance.close();
      network.restore();
      await database.close();
      vi.useRealTimers();
      performance.now = realNow;
      Math.random = realRandom;
      putBack();
      await drop();
    },
  };
  const network = new NodesNetwork(nodes, (index) => {
    const instance = world.instances[index];
    if (instance === undefined) throw new Error(`there is no instance ${index}`);
    return instance.cuts;
  });
  return world;
}

export function chainOf({ chains }: Pick<World, "chains">, chainId: number): SimulatedChain {
  const chain = chains.get(chainId);
  if (chain === undefined) throw new Error(`there is no chain ${chainId}`);
  return chain;
}

/** Customers and merchants have plenty; the service's wallets have coin for gas. */
function fund(world: World): void {
  const { sender, refundSender } = world.instances[0].deps;
  const signer = privateKeyToAccount(signerKey).address.toLowerCase() as Hex;
  for (const chainId of chainIds) {
    const chain = chainOf(world, chainId);
    const ours = [sender(chainId).operatorAddress, refundSender(chainId)?.operatorAddress ?? customer];
    const mints = [customer, signer, ...wallets].flatMap((to) =>
      tokens.map((token) => ({ kind: "mint" as const, token, to, amountUnits: 10n ** 15n })),
    );
    const coins = ours.map((to) => ({ kind: "coin" as const, to, wei: 10n ** 21n }));
    chain.mine({
      timestamp: chain.head.timestamp + 2,
      transactions: [chain.transaction([...mints, ...coins])],
    });
    while (chain.head.number < firstBlocks) chain.mine({ timestamp: chain.head.timestamp + 2 });
  }
}

/** How the shops differ: each leaves less to the service. */
const ways = [
  { refundMode: "CONVENIENT", settlementPolicy: "IMMEDIATE", toleranceBps: 0, late: "HOLD" },
  { refundMode: "CONVENIENT", settlementPolicy: "MANUAL", toleranceBps: 100, late: "REFUND" },
  { refundMode: "STRICT", settlementPolicy: "MANUAL", toleranceBps: 0, late: "ACCEPT" },
] as const;

async function openShops(world: World): Promise<Shop[]> {
  const admin = createProjectAdmin(world.database, newId);
  const at = new Date();
  const shops: Shop[] = [];
  for (const [index, { late, ...way }] of ways.entries()) {
    const email = `owner${index}@example.com`;
    const { userId } = await admin.createUser({ email, passwordHash: null, at });
    const { projectId } = await admin.createProject({
      ...way,
      name: "Coffee shop",
      settlementWallet: wallets[index] ?? customer,
      refundDailyLimitUnits: 10n ** 12n,
      ownerId: userId,
      at,
    });
    await world.query("UPDATE projects SET late_payment_policy = $2::late_payment_policy WHERE id = $1", [
      projectId,
      late,
    ]);
    await admin.acceptTokens(
      projectId,
      chainIds.flatMap((chainId) => tokens.map((tokenAddress) => ({ chainId, tokenAddress }))),
      at,
    );
    const keys = await world.instances[0].within(async () => {
      const { projectKeys, endpoints } = getParts();
      const made = [];
      for (const which of [0, 1]) {
        const url = `https://hooks${which}.example/${projectId}`;
        const row = { id: newId("whe"), projectId, url, kinds: [...eventKinds], description: null };
        await endpoints.transaction((tx) => tx.insert({ ...row, createdAt: at }, `whsec_${"a".repeat(32)}`));
      }
      for (const kind of ["server", "api"] as const)
        made.push(await projectKeys.createApiKey({ projectId, kind, at, userId: null }));
      return made;
    });
    const [server, api] = keys as { key: string }[];
    const of = { sessionId: newId("ses"), name: null, language: null, walletAddress: null };
    const has = { hasPassword: false, hasSecondFactor: false, hasPasskey: false };
    const owner = { ...of, ...has, userId, email, authenticatedAt: at };
    shops.push({ projectId, owner, key: server?.key ?? "", apiKey: api?.key ?? "" });
  }
  return shops;
}
