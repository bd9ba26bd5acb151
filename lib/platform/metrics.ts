import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** Counts what happens in this process. Each call adds to a number in memory. */
export type Metrics = {
  /** What Prometheus reads; gauges are added beside the counters. */
  readonly registry: Registry;
  requestEnded(operationId: string, statusCode: number, durationMs: number): void;
  checkoutEntered(status: string): void;
  transferSeen(chainId: number): void;
  transfersConfirmed(count: number): void;
  webhookAttempted(outcome: string): void;
  jobEnded(job: string, chainId: number | null, outcome: "ok" | "failed", durationMs: number): void;
};

/** The metrics of one process, its memory and event loop among them. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  // Gauges under the names of counters, which `promtool check metrics` refuses; they only sum others up.
  for (const kind of ["handles", "requests", "resources"])
    registry.removeSingleMetric(`nodejs_active_${kind}_total`);
  const requests = new Histogram({
    name: "checkout_request_duration_seconds",
    help: "API requests by operation and status, with their latency.",
    labelNames: ["operation", "status"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
  const checkouts = new Counter({
    name: "checkout_checkouts_total",
    help: "Checkouts that entered a status; PENDING counts those created.",
    labelNames: ["status"],
    registers,
  });
  const seen = new Counter({
    name: "checkout_transfers_seen_total",
    help: "Transfers to deposit addresses that were recorded, by chain.",
    labelNames: ["chain"],
    registers,
  });
  const confirmed = new Counter({
    name: "checkout_transfers_confirmed_total",
    help: "Transfers that became final.",
    registers,
  });
  const attempts = new Counter({
    name: "checkout_webhook_attempts_total",
    help: "Attempts to deliver a webhook, by outcome: delivered, retry, exhausted, gone.",
    labelNames: ["outcome"],
    registers,
  });
  const jobs = new Histogram({
    name: "checkout_job_duration_seconds",
    help: "Runs of background jobs by outcome, with their duration.",
    labelNames: ["job", "chain", "outcome"],
    buckets: [0.01, 0.1, 1, 10, 60],
    registers,
  });
  return {
    registry,
    requestEnded: (operation, status, durationMs) =>
      requests.observe({ operation, status }, durationMs / 1_000),
    checkoutEntered: (status) => checkouts.inc({ status }),
    transferSeen: (chain) => seen.inc({ chain }),
    transfersConfirmed: (count) => confirmed.inc(count),
    webhookAttempted: (outcome) => attempts.inc({ outcome }),
    jobEnded: (job, chainId, outcome, durationMs) =>
      jobs.observe({ job, chain: chainId ?? "", outcome }, durationMs / 1_000),
  };
}

/** A gauge whose every series is set anew by each reading. */
export function createGauge<Label extends string>(
  registry: Registry,
  name: string,
  help: string,
  labelNames: readonly Label[] = [],
): Gauge<Label> {
  return new Gauge({ name: `checkout_${name}`, help, labelNames: [...labelNames], registers: [registry] });
}
