import os from "node:os";
import { metricsToken, type PaymentStage } from "@/lib/bench/stage";
import { cpuMs, megabytes, percentile, residentBytes } from "@/lib/bench/table";
import type { Latencies, Traffic } from "./traffic";

type Spread = { p50: number; p95: number; p99: number };

/** The state of service and machine at one moment, and the latencies of the seconds before it. */
export type Sample = {
  seconds: number;
  /** Tells lateness for want of a processor apart. */
  loadAverage: number;
  rssBytes: number;
  heapBytes: number;
  /** CPU time of the server per payment. */
  cpuMsPerPayment: number;
  latencies: Readonly<Record<keyof Latencies, Spread | null>>;
  unpaid: number;
  untold: number;
  /** Deliveries that are due. */
  due: number;
  /** Works that `npm run jobs:status` calls late. */
  lateWorks: number;
};

/** Answers what reads a sample; latencies are collected in `all`. */
export function createSampler(
  { ours }: PaymentStage,
  traffic: Traffic,
  all: Latencies,
): () => Promise<Sample> {
  const startedAt = performance.now();
  let before = { cpu: cpuMs(ours.pid) ?? Number.NaN, told: 0 };
  return async () => {
    const taken = traffic.take();
    for (const name of Object.keys(all) as (keyof Latencies)[]) all[name].push(...taken[name]);
    const now = { cpu: cpuMs(ours.pid) ?? Number.NaN, told: traffic.counts.told };
    const cpuMsPerPayment = (now.cpu - before.cpu) / (now.told - before.told);
    before = now;
    const metrics = await readMetrics(ours.url);
    return {
      seconds: (performance.now() - startedAt) / 1_000,
      loadAverage: os.loadavg()[0] ?? Number.NaN,
      rssBytes: residentBytes(ours.pid),
      heapBytes: sum(metrics, /^nodejs_heap_size_used_bytes (\S+)/gm),
      cpuMsPerPayment,
      latencies: {
        create: spreadOf(taken.create),
        poll: spreadOf(taken.poll),
        detect: spreadOf(taken.detect),
        paid: spreadOf(taken.paid),
        tell: spreadOf(taken.tell),
      },
      ...traffic.late(),
      due: sum(metrics, /^checkout_work_due\{work="webhooks"\} (\S+)/gm),
      lateWorks: sum(metrics, /^checkout_work_is_late\{[^}]*\} (\S+)/gm),
    };
  };
}

async function readMetrics(url: string): Promise<string> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
  if (!answer.ok) throw new Error(`/metrics was answered ${answer.status}`);
  return answer.text();
}

function sum(metrics: string, pattern: RegExp): number {
  return [...metrics.matchAll(pattern)].reduce((total, [, value]) => total + Number(value), 0);
}

export function spreadOf(values: readonly number[]): Spread | null {
  if (values.length === 0) return null;
  return { p50: percentile(values, 50), p95: percentile(values, 95), p99: percentile(values, 99) };
}

/** A sample in one line. */
export function sampleText(sample: Sample): string {
  const { latencies } = sample;
  const spread = (name: keyof Latencies) => {
    const values = Object.values(latencies[name] ?? {}).map((value) => value.toFixed(0));
    return `${name} ${values.length === 0 ? "–" : values.join("/")}`;
  };
  return [
    `${sample.seconds.toFixed(0).padStart(5)} s`,
    `load ${sample.loadAverage.toFixed(1)}`,
    `RSS ${megabytes(sample.rssBytes)}`,
    `heap ${megabytes(sample.heapBytes)}`,
    `${sample.cpuMsPerPayment.toFixed(1)} ms CPU a payment`,
    ...(["create", "poll", "detect", "paid", "tell"] as const).map(spread),
    `late ${sample.unpaid} + ${sample.untold}`,
    `due ${sample.due}`,
    `late works ${sample.lateWorks}`,
  ].join("  ");
}
