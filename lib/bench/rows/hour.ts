import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { drawGraph } from "@/lib/bench/hour/graph";
import { createSampler, type Sample, sampleText, spreadOf } from "@/lib/bench/hour/sample";
import { type Latencies, startTraffic, type Traffic } from "@/lib/bench/hour/traffic";
import type { BenchOptions } from "@/lib/bench/options";
import { type PaymentStage, startPaymentStage } from "@/lib/bench/stage";
import { median, megabytes, milliseconds, type Row } from "@/lib/bench/table";
import { reconcileBooks } from "@/lib/testing/operator-commands";

const perSecond = 20;
const sampleEveryMs = 10_000;
const samplesPerTable = 60;
/** After the last create: the time for all to be paid, swept and told. */
const endsWithinMs = 300_000;
/** It reads every log and every balance again. */
const reconciledWithinMs = 1_200_000;
/** With blocks of two seconds or less anvil keeps 1,500 states, some gigabytes; the traffic soon mines by itself. */
const temporaryChains = { blockTimeSeconds: 3, keptStates: 64 };
const graphFile = fileURLToPath(new URL("../../../.cache/benchmark-hour.svg", import.meta.url));

type Input = { options: BenchOptions; stops: (() => Promise<unknown>)[]; say: (line: string) => void };

/** Runs a busy shop: every checkout is paid and swept, every webhook arrives, the books agree and memory stays flat. */
export async function measureHour({ options: { minutes }, stops, say }: Input): Promise<Row[]> {
  const stage = await startPaymentStage(stops, say, { temporaryChains });
  // The demo's own shop runs inside the server: its work is not the service's.
  await stage.pool.query("UPDATE webhook_endpoints SET disabled_at = now() WHERE url <> $1", [
    stage.receiver.url,
  ]);
  const received = new Map<string, number>();
  stage.receiver.onEvent(({ event }) => received.set(event, (received.get(event) ?? 0) + 1));

  say(`${perSecond} payments a second for ${minutes} minutes. Latencies: p50/p95/p99 in ms.`);
  const traffic = await startTraffic(stage, { perSecond, say });
  stops.push(() => traffic.stop());
  const all: Latencies = { create: [], poll: [], detect: [], paid: [], tell: [] };
  const samples = await sampleFor(minutes, createSampler(stage, traffic, all), async (sample, samples) => {
    say(sampleText(sample));
    if (samples.length % samplesPerTable !== 0) return;
    say(await tablesText(stage));
    await writeGraph(samples);
  });
  await traffic.stopCreating();
  await untilSettled(stage, traffic, all);
  say(await tablesText(stage));
  await writeGraph(samples);
  say(`The graph is in ${graphFile}.`);

  const { created, refused } = traffic.counts;
  const ends = await countEnds(stage);
  const told = received.get("checkout.paid") ?? 0;
  const toldSettled = received.get("checkout.settled") ?? 0;
  say("Reconciling");
  const findings = await reconcileBooks(stage.dataRoot, { withinMs: reconciledWithinMs });
  for (const finding of findings) say(`  ${finding}`);
  const lateAtMost = Math.max(...samples.map(({ unpaid, untold, lateWorks }) => unpaid + untold + lateWorks));
  return [
    {
      row: `${minutes} minutes at ${perSecond} payments a second: credited once and swept`,
      ours: `${ends.settled.toLocaleString("en")} of ${created.toLocaleString("en")}, ${refused} not created`,
      floor: "",
      ratio: "",
      goal: "all",
      met: ends.settled === created && ends.credited === created && refused === 0,
    },
    {
      row: "Webhooks received: paid and settled",
      ours: `${told.toLocaleString("en")} and ${toldSettled.toLocaleString("en")}, ${ends.undelivered} undelivered`,
      floor: "",
      ratio: "",
      goal: "all",
      met: told === created && toldSettled === created && ends.undelivered === 0,
    },
    memoryRow(samples),
    {
      row: "Late at most, in any sample: payments, webhooks, works",
      ours: String(lateAtMost),
      floor: "",
      ratio: "",
      goal: "0",
      met: lateAtMost === 0,
    },
    {
      row: "Books: discrepancies found by npm run reconcile --all --logs",
      ours: String(findings.length),
      floor: "",
      ratio: "",
      goal: "0",
      met: findings.length === 0,
    },
    latencyRow("create", all.create),
    latencyRow("GET /c/:id", all.poll),
    latencyRow("block mined → DETECTED", all.detect),
    latencyRow("block mined → PAID (two blocks)", all.paid),
    latencyRow("PAID → webhook received", all.tell),
  ];
}

async function sampleFor(
  minutes: number,
  read: () => Promise<Sample>,
  onSample: (sample: Sample, samples: readonly Sample[]) => Promise<void>,
): Promise<Sample[]> {
  const samples: Sample[] = [];
  const startedAt = performance.now();
  const wanted = (minutes * 60_000) / sampleEveryMs;
  while (samples.length < wanted) {
    await sleep(Math.max(0, startedAt + (samples.length + 1) * sampleEveryMs - performance.now()));
    const sample = await read();
    samples.push(sample);
    await onSample(sample, samples);
  }
  return samples;
}

async function writeGraph(samples: readonly Sample[]): Promise<void> {
  await mkdir(path.dirname(graphFile), { recursive: true });
  await writeFile(graphFile, drawGraph(samples));
}

async function untilSettled(stage: PaymentStage, traffic: Traffic, all: Latencies): Promise<void> {
  const { counts } = traffic;
  for (const deadline = performance.now() + endsWithinMs; performance.now() < deadline; await sleep(1_000)) {
    const taken = traffic.take();
    for (const name of Object.keys(all) as (keyof Latencies)[]) all[name].push(...taken[name]);
    const { settled, undelivered } = await countEnds(stage);
    if (counts.told === counts.created && settled === counts.created && undelivered === 0) return;
  }
}

/** Checkouts that were credited exactly their amount, those settled, and deliveries still to be made. */
async function countEnds({ pool }: PaymentStage) {
  const { rows } = await pool.query<{ credited: number; settled: number; undelivered: number }>(`
    SELECT count(*) FILTER (WHERE paid_units = amount_units)::int AS credited,
      count(*) FILTER (WHERE status = 'SETTLED')::int AS settled,
      (SELECT count(*)::int FROM webhook_deliveries WHERE status <> 'DELIVERED') AS undelivered
    FROM checkouts`);
  return rows[0] ?? { credited: 0, settled: 0, undelivered: 0 };
}

/** The largest tables: one that grows by more than its share of a payment is seen here. */
async function tablesText({ pool }: PaymentStage): Promise<string> {
  const { rows } = await pool.query<{ name: string; rows: number; size: number }>(`
    SELECT relname AS name, n_live_tup::int AS rows, pg_total_relation_size(relid)::float8 AS size
    FROM pg_stat_user_tables ORDER BY size DESC LIMIT 14`);
  const texts = rows.map(
    ({ name, rows: count, size }) => `${name} ${count.toLocaleString("en")} (${megabytes(size)})`,
  );
  return `  tables: ${texts.join(", ")}`;
}

/** Resident memory after the first ten minutes, or the first third of a shorter run: how far any minute is from the median. */
function memoryRow(samples: readonly Sample[]): Row {
  const warmUp = Math.min(60, Math.floor(samples.length / 3));
  const bytes = samples.slice(warmUp).map(({ rssBytes }) => rssBytes);
  const perMinute = Array.from({ length: Math.floor(bytes.length / 6) }, (_, minute) =>
    median(bytes.slice(minute * 6, minute * 6 + 6)),
  );
  const middle = median(bytes);
  const furthest = Math.max(...perMinute.map((value) => Math.abs(value / middle - 1)));
  return {
    row: `Memory of the server after ${Math.round(warmUp / 6)} minutes: median, first and last minute`,
    ours: [middle, perMinute[0] ?? Number.NaN, perMinute.at(-1) ?? Number.NaN].map(megabytes).join(", "),
    floor: "",
    ratio: `± ${(furthest * 100).toFixed(1)} %`,
    goal: "± 5 %",
    met: furthest <= 0.05,
  };
}

function latencyRow(what: string, values: readonly number[]): Row {
  const { p50, p95, p99 } = spreadOf(values) ?? { p50: Number.NaN, p95: Number.NaN, p99: Number.NaN };
  const ours = `p50 ${milliseconds(p50)}, p95 ${milliseconds(p95)}, p99 ${milliseconds(p99)}`;
  return { row: `Latency: ${what}`, ours, floor: "", ratio: "", goal: "stated" };
}
