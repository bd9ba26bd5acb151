import { writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { BenchOptions } from "@/lib/bench/options";
import { startScaleDatabases } from "@/lib/bench/scale/databases";
import { loadCheckouts } from "@/lib/bench/scale/load-checkouts";
import { type Plan, readPlans, recordQueries } from "@/lib/bench/scale/plans";
import { type Varied, varyCheckouts } from "@/lib/bench/scale/vary-checkouts";
import { milliseconds, percentile, type Row } from "@/lib/bench/table";
import { createDatabase } from "@/lib/platform/database";
import { dashboardLooks, type Look } from "./dashboard-looks";

const goalMs = 150;
const looksPerRound = 10;
const tokens = [
  { chainId: 31337, tokenAddress: `0x${"c".repeat(40)}` },
  { chainId: 31337, tokenAddress: `0x${"d".repeat(40)}` },
] as const;

type Input = {
  options: BenchOptions;
  stops: (() => Promise<unknown>)[];
  say: (line: string) => void;
};

/** What a merchant with a million checkouts waits for at each list of the dashboard; and one with a thousand beside it. */
export async function measureLists({ options, stops, say }: Input): Promise<Row[]> {
  const databases = await startScaleDatabases(stops);
  const databaseUrl = await databases.create("lists");
  say("Loading 1,000,000 checkouts of one project");
  const load = { open: 50_000, closed: 950_000, derived: 0, projects: 1, tokens };
  const { projectIds } = await loadCheckouts(databaseUrl, load);
  const varied = await varyCheckouts(databaseUrl, projectIds[0] ?? "");
  return measureLooks(databaseUrl, varied, options.rounds * looksPerRound, say);
}

/** Times every look, and reads by what plans PostgreSQL runs its statements. */
async function measureLooks(
  databaseUrl: string,
  varied: Varied,
  times: number,
  say: (line: string) => void,
): Promise<Row[]> {
  const database = createDatabase(databaseUrl, { maxConnections: 4 });
  const { take, ...recorder } = recordQueries(database);
  const rows: Row[] = [];
  const plans: Plan[] = [];
  try {
    for (const look of await dashboardLooks(recorder.database, varied, tokens[1])) {
      take();
      await look.read();
      const queries = take().map((query) =>
        query.name === undefined && query.values.length > 0 ? { ...query, look: look.name } : query,
      );
      const took = await timesOf(look, times);
      plans.push(...(await readPlans(databaseUrl, queries)));
      rows.push(toRow(look, took, plans));
      say(`  ${look.name}: ${rows.at(-1)?.ours}`);
    }
  } finally {
    await database.close();
  }
  const file = path.join(os.tmpdir(), "checkout-bench-list-plans.txt");
  await writeFile(file, plans.map(({ name, text }) => `── ${name}\n${text}`).join("\n"));
  say(`  The plans are in ${file}.`);
  return [...rows, plansRow(plans)];
}

async function timesOf({ read }: Look, times: number): Promise<number[]> {
  const took: number[] = [];
  for (let count = 0; count < times; count++) {
    const startedAt = performance.now();
    await read();
    took.push(performance.now() - startedAt);
  }
  return took;
}

function toRow({ name, index }: Look, took: readonly number[], plans: readonly Plan[]): Row {
  const [p50, p95] = [percentile(took, 50), percentile(took, 95)];
  const isByIndex =
    index === undefined || plans.some((plan) => plan.name === name && plan.indexes.includes(index));
  return {
    row: `List: ${name}`,
    ours: `p50 ${milliseconds(p50)}, p95 ${milliseconds(p95)}${isByIndex ? "" : `, NOT BY ${index}`}`,
    floor: "",
    ratio: "",
    goal: `p95 ≤ ${milliseconds(goalMs)}`,
    met: p95 <= goalMs && isByIndex,
  };
}

function plansRow(plans: readonly Plan[]): Row {
  const scans = plans.filter(({ sequentialScans }) => sequentialScans.length > 0);
  return {
    row: "Lists: plans",
    ours:
      scans.length === 0
        ? `${plans.length} statements, none reads a big table from end to end`
        : `SEQUENTIAL SCANS: ${scans.map(({ name, sequentialScans }) => `${name} (${sequentialScans.join(", ")})`).join("; ")}`,
    floor: "",
    ratio: "",
    goal: "no sequential scan",
    met: scans.length === 0,
  };
}
