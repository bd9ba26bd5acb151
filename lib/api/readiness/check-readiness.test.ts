import { beforeEach, describe, expect, test } from "vitest";
import type { NodeHealth } from "@/lib/chain/chain-reader.port";
import type { ChainPosition } from "@/lib/checkouts/payment-store.port";
import { buildChain, buildPosition, later, noon } from "@/lib/testing/builders";
import { checkReadiness, type ReadinessDeps } from "./check-readiness";

const down = () => Promise.reject(new Error("connection refused"));
const node = (healthy: boolean): NodeHealth => ({
  host: "secret-name.example",
  healthy,
  consecutiveFailures: healthy ? 0 : 3,
  lastError: healthy ? null : "HTTP 503",
  failingSince: healthy ? null : noon,
  servedAt: noon,
});

let deps: ReadinessDeps;
let position: ChainPosition;
let rateFetchedAt: Date;

beforeEach(() => {
  position = buildPosition({ blockNumber: 120n, checkedAt: later(-5_000), advancedAt: later(-9_000) });
  rateFetchedAt = later(-60_000);
  deps = {
    clock: { now: () => noon },
    chains: [buildChain()],
    payments: {
      positions: async () => new Map([[31337, position]]),
      unreadBlocks: async () => new Map(),
    },
    incidents: { count: async () => 0, openAbout: async () => [] },
    reader: () => ({ health: () => [node(true), node(true)] }),
    chainGuard: { hasPassed: () => true },
    rateStore: { all: async () => [{ fetchedAt: rateFetchedAt }] } as unknown as ReadinessDeps["rateStore"],
    databaseHealth: { ping: async () => undefined },
    releases: { mismatch: async () => null },
  };
});

test("all is well", async () => {
  expect(await checkReadiness(deps)).toEqual({
    ready: true,
    database: { ok: true, latencyMs: 0 },
    chains: [
      {
        chainId: 31337,
        name: "Local",
        ok: true,
        blockNumber: "120",
        lagSeconds: 5,
        unreadBlocks: "0",
        nodes: { configured: 2, healthy: 2 },
        checked: true,
      },
    ],
    openIncidents: 0,
    warnings: [],
    rates: { ok: true, ageSeconds: 60 },
  });
});

describe("not ready", () => {
  test("without the database, of which all else is then not known", async () => {
    deps.databaseHealth.ping = down;
    expect(await checkReadiness(deps)).toMatchObject({
      ready: false,
      database: { ok: false, latencyMs: null },
      chains: [{ ok: false, blockNumber: null, unreadBlocks: null }],
      openIncidents: null,
    });
  });

  test("while a chain was never looked at", async () => {
    deps.payments.positions = async () => new Map();
    expect(await checkReadiness(deps)).toMatchObject({
      ready: false,
      chains: [{ ok: false, lagSeconds: null }],
    });
  });

  test("a minute after a chain's head was last seen", async () => {
    position = { ...position, checkedAt: later(-60_000), advancedAt: later(-60_000) };
    expect(await checkReadiness(deps)).toMatchObject({
      ready: false,
      chains: [{ ok: false, lagSeconds: 60 }],
    });
  });

  test("an hour after rates were last fetched", async () => {
    rateFetchedAt = later(-3_600_000);
    expect(await checkReadiness(deps)).toMatchObject({ ready: false, rates: { ok: false } });
  });
});

describe("ready, and told", () => {
  test("while an outage's blocks are read", async () => {
    deps.payments.unreadBlocks = async () => new Map([[31337, 5_000n]]);
    expect(await checkReadiness(deps)).toMatchObject({ ready: true, chains: [{ unreadBlocks: "5000" }] });
  });

  test("with a node that rests, which is not named", async () => {
    deps.reader = () => ({ health: () => [node(false), node(true)] });
    const readiness = await checkReadiness(deps);
    expect(readiness).toMatchObject({ ready: true, chains: [{ nodes: { configured: 2, healthy: 1 } }] });
    expect(JSON.stringify(readiness)).not.toContain("secret-name");
  });

  test("with a chain whose settings could not be checked yet", async () => {
    deps.chainGuard.hasPassed = () => false;
    expect(await checkReadiness(deps)).toMatchObject({ ready: true, chains: [{ checked: false }] });
  });

  test("with a warning of a node that is down, which is not named", async () => {
    deps.incidents.openAbout = async (subjects) => [
      {
        id: "inc_1",
        kind: "NODE_DOWN",
        subject: subjects[0] ?? "",
        chainId: 31337,
        checkoutId: null,
        details: { configured: 2, down: 1, hosts: "secret-name.example" },
        createdAt: noon,
        lastSeenAt: noon,
      },
    ];
    const readiness = await checkReadiness(deps);
    expect(readiness).toMatchObject({ ready: true, warnings: ["Local: 1 of 2 nodes do not answer."] });
    expect(JSON.stringify(readiness)).not.toContain("secret-name");
  });

  test("with an Inngest server that does not work, or runs other functions", async () => {
    deps.incidents.openAbout = async () => [
      {
        id: "inc_1",
        kind: "INNGEST_DOWN",
        subject: "inngest",
        chainId: null,
        checkoutId: null,
        details: { reason: "it does not accept events" },
        createdAt: noon,
        lastSeenAt: noon,
      },
    ];
    deps.releases.mismatch = async () => "stablecoin-checkout-upkeep";
    expect(await checkReadiness(deps)).toMatchObject({
      ready: true,
      warnings: [
        "Inngest: the server does not do its work (it does not accept events); the instances do all background work themselves.",
        "Inngest: the server runs other functions than this release: stablecoin-checkout-upkeep.",
      ],
    });
  });

  test("with open incidents", async () => {
    deps.incidents.count = async () => 3;
    expect(await checkReadiness(deps)).toMatchObject({ ready: true, openIncidents: 3 });
  });
});
