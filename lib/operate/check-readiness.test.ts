import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { markClient, prepareClientAddress } from "@/lib/api/client-address";
import type { NodeHealth } from "@/lib/chain/reader/chain-reader.port";
import { nothingSeen } from "@/lib/chain/rpc/sizes";
import type { ChainPosition } from "@/lib/chain/scan-position.rules";
import { incidentKinds } from "@/lib/platform/incidents/incident-store.port";
import { buildChain, buildPosition, later, noon } from "@/lib/testing/builders";
import {
  answerReadiness,
  checkReadiness,
  createReadinessVerdict,
  type Readiness,
  type ReadinessDeps,
} from "./check-readiness";

describe("readiness verdict", () => {
  test("checks once for concurrent requests, and keeps the verdict for two seconds", async () => {
    let nowMs = 0;
    let ready = true;
    let finish: () => void = () => undefined;
    const check = vi.fn(
      () => new Promise<{ ready: boolean }>((resolve) => (finish = () => resolve({ ready }))),
    );
    const verdict = createReadinessVerdict({ now: () => new Date(nowMs) }, check);

    const asked = [verdict(), verdict(), verdict()];
    expect(check).toHaveBeenCalledTimes(1);
    finish();
    expect(await Promise.all(asked)).toEqual([true, true, true]);

    ready = false;
    nowMs = 1_999;
    expect(await verdict()).toBe(true);
    expect(check).toHaveBeenCalledTimes(1);

    nowMs = 2_000;
    const later = verdict();
    finish();
    expect(await later).toBe(false);
    expect(check).toHaveBeenCalledTimes(2);
  });
});

describe("readiness answer", () => {
  const operatorToken = "8f14e45fceea167a5a36dedd4bea2543";

  const details: Readiness = {
    ready: true,
    database: { ok: true, latencyMs: 1 },
    chains: [],
    openIncidents: 3,
    warnings: [],
    rates: { ok: true, ageSeconds: 5 },
  };

  function fromLoopback(): Record<string, string> {
    const headers: Record<string, string> = { host: "localhost:3000" };
    markClient({ headers, socket: { remoteAddress: "127.0.0.1" } } as never, 0);
    return headers;
  }

  beforeEach(() => void prepareClientAddress("socket"));
  afterAll(() => Reflect.deleteProperty(globalThis, Symbol.for("stablecoin-checkout.client-address")));

  async function ask(
    headers: Record<string, string>,
    deps: { ready?: boolean; token?: string | undefined } = {},
  ) {
    const ready = deps.ready ?? true;
    const check = vi.fn(async () => ({ ...details, ready }));
    const token = "token" in deps ? deps.token : operatorToken;
    const request = new Request("https://pay.example/readyz", { headers });
    const answer = await answerReadiness(request, {
      check,
      verdict: async () => ready,
      operatorToken: token,
    });
    return { status: answer.status, body: await answer.json(), checks: check.mock.calls.length };
  }

  const strangers: Record<string, string>[] = [
    {},
    { authorization: "Bearer wrong" },
    { authorization: `Bearer ${operatorToken}x` },
    { authorization: `Basic ${operatorToken}` },
    { authorization: operatorToken },
    { "x-from-loopback": "1" },
  ];

  test.each(strangers)(
    "answers only ready or not to a stranger with %j, without a check",
    async (headers) => {
      expect(await ask(headers)).toEqual({
        status: 200,
        body: { ok: true, data: { ready: true } },
        checks: 0,
      });
      expect(await ask(headers, { ready: false })).toEqual({
        status: 503,
        body: { ok: false, data: { ready: false } },
        checks: 0,
      });
    },
  );

  test("answers no details to other hosts without a token", async () => {
    for (const authorization of ["Bearer undefined", "Bearer ", `Bearer ${operatorToken}`])
      expect((await ask({ authorization }, { token: undefined })).body).toEqual({
        ok: true,
        data: { ready: true },
      });
  });

  test("an operator and a program on this machine read the details of a check made now", async () => {
    for (const [headers, clientAddress] of [
      // Without a proxy, plain `next start` knows no address; our start script does.
      [{ authorization: `Bearer ${operatorToken}` }, null],
      [fromLoopback(), "127.0.0.1"],
    ] as const)
      expect(await ask(headers, { ready: false })).toEqual({
        status: 503,
        body: { ok: false, data: { ...details, ready: false, clientAddress } },
        checks: 1,
      });
  });
});

describe("check readiness", () => {
  const down = () => Promise.reject(new Error("connection refused"));

  const node = (healthy: boolean): NodeHealth => ({
    host: "secret-name.example",
    healthy,
    consecutiveFailures: healthy ? 0 : 3,
    failures: healthy ? 0 : 3,
    lastError: healthy ? null : "HTTP 503",
    failingSince: healthy ? null : noon,
    servedAt: noon,
    sizes: nothingSeen,
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
      incidents: { count: async () => 0, open: async () => [] },
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
          requestSizes: [nothingSeen, nothingSeen],
          checked: true,
        },
      ],
      openIncidents: 0,
      warnings: [],
      rates: { ok: true, ageSeconds: 60 },
    });
  });

  describe("not ready", () => {
    test("without the database, and everything else is unknown", async () => {
      deps.databaseHealth.ping = down;
      expect(await checkReadiness(deps)).toMatchObject({
        ready: false,
        database: { ok: false, latencyMs: null },
        chains: [{ ok: false, blockNumber: null, unreadBlocks: null }],
        openIncidents: null,
      });
    });

    test("while a chain was never scanned", async () => {
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

  describe("ready, with a note", () => {
    test("while an outage's blocks are read", async () => {
      deps.payments.unreadBlocks = async () => new Map([[31337, 5_000n]]);
      expect(await checkReadiness(deps)).toMatchObject({ ready: true, chains: [{ unreadBlocks: "5000" }] });
    });

    test("with a resting node, without its name", async () => {
      deps.reader = () => ({ health: () => [node(false), node(true)] });
      const readiness = await checkReadiness(deps);
      expect(readiness).toMatchObject({ ready: true, chains: [{ nodes: { configured: 2, healthy: 1 } }] });
      expect(JSON.stringify(readiness)).not.toContain("secret-name");
    });

    test("with a chain whose settings couldn't be checked yet", async () => {
      deps.chainGuard.hasPassed = () => false;
      expect(await checkReadiness(deps)).toMatchObject({ ready: true, chains: [{ checked: false }] });
    });

    test("with a warning of a node that is down, without its name", async () => {
      deps.incidents.open = async () => [
        {
          id: "inc_1",
          kind: "NODE_DOWN",
          subject: "31337/nodes",
          chainId: 31337,
          checkoutId: null,
          details: { configured: 2, down: 1, hosts: "secret-name.example" },
          createdAt: noon,
          lastSeenAt: noon,
        },
      ];
      const readiness = await checkReadiness(deps);
      expect(readiness).toMatchObject({
        ready: true,
        warnings: [
          expect.stringMatching(/^Local: a node isn't responding, 1 of 2 \(NODE_DOWN\)\. Payments continue/),
        ],
      });
      expect(JSON.stringify(readiness)).not.toContain("secret-name");
    });

    test("with an Inngest server that is down, or runs other functions", async () => {
      deps.incidents.open = async () => [
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
          expect.stringMatching(
            /^the Inngest server isn't running background jobs: it does not accept events \(INNGEST_DOWN\)\. The instances/,
          ),
          "Inngest: the server runs other functions than this release: stablecoin-checkout-upkeep.",
        ],
      });
    });

    test("with a chain whose transactions have no price, and the setting that fixes it", async () => {
      const incident = {
        kind: "CHAIN_MISCONFIGURED" as const,
        chainId: 31337,
        checkoutId: null,
        details: {
          work: "settle-checkouts",
          answer: "key of a node",
          fix: "Correct sending.l1Fee in CHAINS.",
        },
        createdAt: noon,
        lastSeenAt: noon,
      };
      deps.incidents.open = async () => [
        { ...incident, id: "inc_1", subject: "31337/settle-checkouts" },
        { ...incident, id: "inc_2", subject: "31337/send-refunds" },
      ];
      const { ready, warnings } = await checkReadiness(deps);
      expect(ready).toBe(true);
      expect(warnings).toEqual([
        expect.stringMatching(
          /^Local: a chain doesn't match its settings \(2 × CHAIN_MISCONFIGURED\)\. .*Correct sending\.l1Fee in CHAINS\.$/,
        ),
      ]);
      expect(JSON.stringify(warnings)).not.toContain("key of a node");
    });

    test.each(incidentKinds)("with each kind of incident: %s", async (kind) => {
      deps.incidents.open = async () => [
        {
          id: "inc_1",
          kind,
          subject: "it",
          chainId: null,
          checkoutId: null,
          details: {},
          createdAt: noon,
          lastSeenAt: noon,
        },
      ];
      expect((await checkReadiness(deps)).warnings).toEqual([expect.stringContaining(`(${kind})`)]);
    });

    test("with open incidents", async () => {
      deps.incidents.count = async () => 3;
      expect(await checkReadiness(deps)).toMatchObject({ ready: true, openIncidents: 3 });
    });
  });
});
