import { beforeAll, beforeEach, expect, test } from "vitest";
import { createJobsStatusStore } from "@/lib/books/jobs-status.store";
import type { NodeHealth } from "@/lib/chain/reader/chain-reader.port";
import type { ChainSender } from "@/lib/chain/sender/chain-sender.port";
import { createMetrics, type Metrics } from "@/lib/platform/metrics";
import { buildChain, buildPosition, later, noon, nothingSeen, uniqueHex, usdc } from "@/lib/testing/builders";
import { partsOf } from "@/lib/testing/parts";
import { fileWorld } from "@/lib/testing/world";
import { createScrape, type GaugeDeps } from "./service-gauges";

const { stores, project } = await fileWorld();
const projectId = project.id;
let metrics: Metrics;
let now: Date;
let balanceWei: bigint | null;
let warnings: string[];

const chain = buildChain({});
const { chainId } = chain;
const wallet = uniqueHex(20);
const node: NodeHealth = {
  host: "rpc.example",
  rests: true,
  healthy: false,
  consecutiveFailures: 2,
  failures: 7,
  lastError: "HTTP 503",
  failingSince: noon,
  servedAt: null,
  sizes: { ...nothingSeen, calls: { accepted: 10, refused: 11 } },
};

beforeAll(async () => {
  await stores.payments.transaction((tx) =>
    tx.savePosition(buildPosition({ chainId, checkedAt: noon, advancedAt: noon })),
  );
  await stores.createCheckout({ projectId });
  const chosen = { chainId, tokenAddress: usdc, amountUnits: 4_500_000n, paymentTxHash: uniqueHex(32) };
  await stores.createCheckout({ projectId, status: "PAID", ...chosen });
  await stores.createCheckout({ projectId, status: "SETTLED", ...chosen });
  const about = { chainId, checkoutId: null, details: {} };
  await stores.incidents.raise({ ...about, kind: "OUT_OF_GAS", subject: "a wallet" }, noon);
});
beforeEach(() => {
  metrics = createMetrics();
  now = noon;
  balanceWei = 3n * 10n ** 18n;
  warnings = [];
});

function open(overrides: Partial<GaugeDeps> = {}): () => Promise<string> {
  const sender = partsOf<ChainSender>({
    operatorAddress: wallet,
    balance: async () => {
      if (balanceWei === null) throw new Error("no node answers");
      return balanceWei;
    },
  });
  const log = {
    info: () => undefined,
    error: () => undefined,
    warn: (_: object, text: string) => warnings.push(text),
  };
  return createScrape(metrics, () => ({
    clock: { now: () => now },
    log,
    metrics,
    chains: [chain],
    positions: stores.positions,
    scanProgress: stores.scanProgress,
    incidents: stores.incidents,
    rateStore: stores.rates,
    outgoing: stores.outgoing,
    jobsStatus: createJobsStatusStore(stores.database),
    pool: stores.database.pool,
    reader: () => ({ health: () => [node] }),
    sender: () => sender,
    refundSender: () => null,
    ...overrides,
  }));
}

test("reports waiting work, the chain's lag, incidents, nodes, gas and the pool, beside the process", async () => {
  now = later(42_000);
  const text = await open()();
  for (const line of [
    'checkout_open_checkouts{status="PENDING"} 1',
    'checkout_open_checkouts{status="PAID"} 1',
    'checkout_open_checkouts{status="DETECTED"} 0',
    'checkout_incidents_open{kind="OUT_OF_GAS"} 1',
    'checkout_incidents_open{kind="NODE_DOWN"} 0',
    `checkout_chain_lag_seconds{chain="${chainId}"} 42`,
    "checkout_rate_age_seconds +Inf",
    'checkout_work_due{work="webhooks"} 0',
    'checkout_work_is_late{work="rates"} 1',
    `checkout_node_failures_total{chain="${chainId}",node="rpc.example"} 7`,
    `checkout_node_up{chain="${chainId}",node="rpc.example"} 0`,
    `checkout_node_request_size{chain="${chainId}",node="rpc.example",kind="calls",answer="accepted"} 10`,
    `checkout_node_request_size{chain="${chainId}",node="rpc.example",kind="calls",answer="refused"} 11`,
    `checkout_wallet_balance{chain="${chainId}",wallet="operator"} 3`,
    'checkout_database_connections{state="waited_for"} 0',
    "checkout_database_up 1",
  ])
    expect(text.split("\n")).toContain(line);
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
  expect(text).toMatch(/^process_resident_memory_bytes /m);
  // Nothing was spent, so no number of days is true.
  expect(text).not.toContain("checkout_gas_days_left{");
});

test("reports the days of gas left, and nothing without a balance", async () => {
  const scrape = open({
    outgoing: partsOf<GaugeDeps["outgoing"]>({ spentSince: async () => 7n * 10n ** 17n }),
  });
  const days = `checkout_gas_days_left{chain="${chainId}",wallet="operator"}`;
  expect(await scrape()).toContain(`${days} 30`);
  balanceWei = null;
  now = later(60_000);
  expect(await scrape()).not.toContain(days);
});

test("reads the database again after five seconds, and not before", async () => {
  let readings = 0;
  const counts = createJobsStatusStore(stores.database);
  const scrape = open({
    jobsStatus: {
      ...counts,
      openIncidents: () => {
        readings += 1;
        return counts.openIncidents();
      },
    },
  });
  await Promise.all([scrape(), scrape()]);
  now = later(4_999);
  await scrape();
  expect(readings).toBe(1);
  now = later(5_000);
  await scrape();
  expect(readings).toBe(2);
});

test("reports a database that is down, without its last values", async () => {
  let isDown = false;
  const counts = createJobsStatusStore(stores.database);
  const scrape = open({
    jobsStatus: {
      ...counts,
      openIncidents: () =>
        isDown ? Promise.reject(new Error("connection refused")) : counts.openIncidents(),
    },
  });
  expect(await scrape()).toContain("checkout_database_up 1");
  isDown = true;
  now = later(5_000);
  const text = await scrape();
  expect(text).toContain("checkout_database_up 0");
  expect(text).not.toMatch(/^checkout_(incidents_open|open_checkouts|work_due|chain_lag_seconds)\{/m);
  expect(warnings).toHaveLength(1);
});
