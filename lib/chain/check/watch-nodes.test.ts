import { beforeEach, expect, test } from "vitest";
import type { NodeHealth } from "@/lib/chain/chain-reader.port";
import type { Incident, OpenIncident } from "@/lib/platform/incidents/incident-store.port";
import { later, noon } from "@/lib/testing/builders";
import { watchNodes } from "./watch-nodes";

const minuteMs = 60_000;
const chainId = 31337;
let now: Date;
let nodes: NodeHealth[];
let open: OpenIncident[];

const node = (host: string, since: Partial<NodeHealth> = {}): NodeHealth => ({
  host,
  healthy: true,
  consecutiveFailures: since.failingSince ? 1 : 0,
  lastError: null,
  failingSince: null,
  servedAt: now,
  ...since,
});

const incidents = {
  raise: async (incident: Incident, at: Date) => {
    open = [{ ...incident, id: "inc_1", createdAt: open[0]?.createdAt ?? at, lastSeenAt: at }];
    return true;
  },
  resolve: async () => {
    open = [];
  },
  openAbout: async () => open,
};
const watch = () =>
  watchNodes({ clock: { now: () => now }, incidents, reader: () => ({ health: () => nodes }) }, chainId);

beforeEach(() => {
  now = noon;
  open = [];
  nodes = [node("a"), node("b")];
});

test("a node that fails for a minute is an incident, which counts nodes and names the host", async () => {
  nodes = [node("a"), node("b", { failingSince: noon })];
  now = later(minuteMs - 1);
  await watch();
  expect(open).toEqual([]);
  now = later(minuteMs);
  await watch();
  expect(open).toMatchObject([
    { kind: "NODE_DOWN", subject: "31337/nodes", details: { configured: 2, down: 1, hosts: "b" } },
  ]);
});

test("the incident closes once every node has served since", async () => {
  nodes = [node("a"), node("b", { failingSince: later(-minuteMs) })];
  await watch();
  now = later(2_000);
  nodes = [node("a", { servedAt: now }), node("b", { servedAt: noon })];
  await watch();
  expect(open).toHaveLength(1);
  nodes = [node("a", { servedAt: now }), node("b", { failingSince: now, servedAt: noon })];
  await watch();
  expect(open).toHaveLength(1);
  nodes = [node("a", { servedAt: now }), node("b", { servedAt: now })];
  await watch();
  expect(open).toEqual([]);
});

test("a chain's only node has no such incident", async () => {
  nodes = [node("a", { failingSince: later(-9 * minuteMs), servedAt: null })];
  await watch();
  expect(open).toEqual([]);
});
