import type { BenchOptions } from "@/lib/bench/options";
import { type BenchChain, startBenchChain } from "@/lib/bench/scale/bench-chain";
import { type ScaleDatabases, startScaleDatabases } from "@/lib/bench/scale/databases";
import { type Loaded, loadCheckouts } from "@/lib/bench/scale/load-checkouts";
import { startPaymentStage } from "@/lib/bench/stage";
import type { Row } from "@/lib/bench/table";
import { measureCredits } from "./credits";
import { measurePayments } from "./payments";
import { measurePlans } from "./plans";
import { measureScanCost } from "./scan-cost";

const million = 1_000_000;
const chainId = 31337;

type Input = {
  options: BenchOptions;
  stops: (() => Promise<unknown>)[];
  say: (line: string) => void;
};

/** How fast payments are credited with 40,000 open checkouts. */
export async function measureCreditsAlone({ options, stops, say }: Input): Promise<Row[]> {
  const { databases, chain } = await start(stops);
  await fill(databases, chain, { name: "credited", open: 40_000, closed: 10_000 }, say);
  return measureCredits({
    databases,
    source: "credited",
    chain: chain.network.definition,
    rounds: options.rounds,
    size: "40,000 open",
    say,
  });
}

/** The same service with a million checkouts open. */
export async function measureScale({ options, stops, say }: Input): Promise<Row[]> {
  const { databases, chain } = await start(stops);
  const size = "1,000,000 open";
  const { rounds } = options;
  await fill(databases, chain, { name: "thousand", open: 1_000, closed: 250 }, say);
  const loaded = await fill(databases, chain, { name: "million", open: million, closed: million / 4 }, say);
  say("Plans");
  const { definition } = chain.network;
  const { serverKey } = loaded;
  const plans = await measurePlans({ databases, source: "million", chain: definition, serverKey, size, say });
  say("Scan");
  const scans = await measureScanCost({
    databases,
    thousand: "thousand",
    million: "million",
    chain,
    rounds,
    size,
    say,
  });
  say("Credits");
  const credits = await measureCredits({
    databases,
    source: "million",
    chain: definition,
    rounds,
    size,
    say,
  });
  await chain.stop();
  say("Payments");
  const stage = await startPaymentStage(stops, say, { databaseUrl: databases.url("million") });
  const payments = await measurePayments(stage, { ...options, wants: (row) => row === "detect" }, say);
  return [...scans, ...credits, ...payments.map((row) => ({ ...row, row: `${row.row}, ${size}` })), ...plans];
}

async function start(
  stops: (() => Promise<unknown>)[],
): Promise<{ databases: ScaleDatabases; chain: BenchChain }> {
  const databases = await startScaleDatabases(stops);
  const chain = await startBenchChain(chainId);
  stops.push(() => chain.stop());
  return { databases, chain };
}

async function fill(
  databases: ScaleDatabases,
  { network: { usdc, usdt } }: BenchChain,
  { name, open, closed }: { name: string; open: number; closed: number },
  say: (line: string) => void,
): Promise<Loaded> {
  say(`Loading ${open.toLocaleString("en")} open checkouts`);
  const loaded = await loadCheckouts(await databases.create(name), {
    open,
    closed,
    derived: Math.min(open, 20_000),
    projects: 20,
    tokens: [
      { chainId, tokenAddress: usdc },
      { chainId, tokenAddress: usdt },
    ],
  });
  say(`  ${Math.round(loaded.seconds)} s`);
  return loaded;
}
