import { readFile } from "node:fs/promises";
import { Counter, type MetricObject } from "prom-client";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { incidentKinds } from "@/lib/platform/incidents/incident-store.port";
import { createMetrics } from "@/lib/platform/metrics";
import { createScrape, type GaugeDeps } from "./service-gauges";

const read = (name: string) => readFile(new URL(`../../../docs/${name}`, import.meta.url), "utf8");

const rule = z.strictObject({
  alert: z.string().regex(/^Checkout[A-Za-z]+$/),
  expr: z.string(),
  for: z.string().optional(),
  labels: z.strictObject({ severity: z.enum(["page", "ticket"]) }),
  annotations: z.strictObject({ summary: z.string().endsWith("."), incident: z.string().optional() }),
});
const alertsSchema = z.strictObject({
  groups: z.array(z.strictObject({ name: z.string(), rules: z.array(rule) })),
});
const dashboardSchema = z.looseObject({
  panels: z.array(
    z.looseObject({ title: z.string(), targets: z.array(z.looseObject({ expr: z.string() })).default([]) }),
  ),
});

const rules = alertsSchema.parse(parse(await read("alerts.yaml"))).groups.flatMap((group) => group.rules);
const { panels } = dashboardSchema.parse(JSON.parse(await read("grafana-dashboard.json")));
const expressions = [
  ...rules.map(({ expr }) => expr),
  ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
];

/** Every metric that a process of the service shows. */
async function shownMetrics(): Promise<MetricObject[]> {
  const metrics = createMetrics();
  // Gauges are made before anything is read.
  const scrape = createScrape(metrics, () => ({ metrics, chains: [] }) as unknown as GaugeDeps);
  await expect(scrape()).rejects.toThrow();
  return metrics.registry.getMetricsAsArray();
}

test("only counters have the suffix of counters, as promtool demands", async () => {
  const wrong = (await shownMetrics()).filter(
    (metric) => metric.name.endsWith("_total") !== metric instanceof Counter,
  );
  expect(wrong.map(({ name }) => name)).toEqual([]);
});

test("alerts and dashboard query existing metrics", async () => {
  const shown = new Set(
    (await shownMetrics()).flatMap(({ name }) => [name, `${name}_count`, `${name}_bucket`, `${name}_sum`]),
  );
  const asked = expressions.flatMap((expr) => expr.match(/\b(?:checkout|nodejs|process)_\w+/g) ?? []);
  expect(asked.length).toBeGreaterThan(30);
  expect(asked.filter((name) => !shown.has(name))).toEqual([]);
});

test("every kind of incident has its alert, which names its page", () => {
  const pageOf = (kind: string) => `docs/incidents/${kind.toLowerCase().replaceAll("_", "-")}.md`;
  for (const kind of incidentKinds) {
    const own = rules.filter(({ expr }) => expr.includes(`checkout_incidents_open{kind="${kind}"}`));
    expect(
      own.map(({ annotations }) => annotations.incident),
      kind,
    ).toEqual([pageOf(kind)]);
  }
  const pages: (string | undefined)[] = [undefined, ...incidentKinds.map(pageOf)];
  for (const { alert, annotations } of rules) expect(pages, alert).toContain(annotations.incident);
});

test("alerts and panels are unique", () => {
  for (const names of [rules.map(({ alert }) => alert), panels.map(({ title }) => title)])
    expect(new Set(names).size).toBe(names.length);
});
