import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { markClient, prepareClientAddress } from "@/lib/api/client-address";
import type { NodeHealth } from "@/lib/chain/reader/chain-reader.port";
import type { ChainPosition } from "@/lib/chain/scan-position.rules";
import { incidentKinds } from "@/lib/platform/incidents/incident-store.port";
import { buildChain, buildPosition, later, noon, nothingSeen } from "@/lib/testing/builders";
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
  const node = (healthy: boolean): NodeHealth => ({
    host: "secret-name.example",
    rests: !healthy,
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
      positions: { all: async () => new Map([[31337, position]]) },
      scanProgress: { unreadBlocks: async () => new Map() },
      incidents: { count: async () => 0, open: async () => [] },
      reader: () => ({ health: () => [node(true), node(true)] }),
      chainGuard: { hasPassed: () => true },
      rateStore: { all: async () => [{ fetchedAt: rateFetchedAt }] } as unknown as ReadinessDeps["rateStore"],
      databaseHealth: { ping: async () => undefined },
      releases: { mismatch: async () => null },
      openFiles: { warning: () => null },
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

  test.each<[string, () => void, object]>([
    [
      "without the database, and everything else is unknown",
      () => {
        deps.databaseHealth.ping = () => Promise.reject(new Error("connection refused"));
      },
      {
        database: { ok: false, latencyMs: null },
        chains: [{ ok: false, blockNumber: null, unreadBlocks: null }],
        openIncidents: null,
      },
    ],
    [
      "while a chain was never scanned",
      () => {
        deps.positions.all = async () => new Map();
      },
      { chains: [{ ok: false, lagSeconds: null }] },
    ],
    [
      "a minute after a chain's head was last seen",
      () => {
        position = { ...position, checkedAt: later(-60_000), advancedAt: later(-60_000) };
      },
      { chains: [{ ok: false, lagSeconds: 60 }] },
    ],
    [
      "an hour after rates were last fetched",
      () => {
        rateFetchedAt = later(-3_600_000);
      },
      { rates: { ok: false } },
    ],
  ])("isn't ready %s", async (_, happens, expected) => {
    happens();
    expect(await checkReadiness(deps)).toMatchObject({ ready: false, ...expected });
  });

  test.each<[string, () => void, object]>([
    [
      "while an outage's blocks are read",
      () => {
        deps.scanProgress.unreadBlocks = async () => new Map([[31337, 5_000n]]);
      },
      { chains: [{ unreadBlocks: "5000" }] },
    ],
    [
      "with a resting node, without its name",
      () => {
        deps.reader = () => ({ health: () => [node(false), node(true)] });
      },
      { chains: [{ nodes: { configured: 2, healthy: 1 } }] },
    ],
    [
      "with a chain whose settings couldn't be checked yet",
      () => {
        deps.chainGuard.hasPassed = () => false;
      },
      { chains: [{ checked: false }] },
    ],
    [
      "with open incidents",
      () => {
        deps.incidents.count = async () => 3;
      },
      { openIncidents: 3 },
    ],
  ])("is ready, and says so, %s", async (_, happens, expected) => {
    happens();
    const readiness = await checkReadiness(deps);
    expect(readiness).toMatchObject({ ready: true, ...expected });
    expect(JSON.stringify(readiness)).not.toContain("secret-name");
  });

  describe("warnings", () => {
    type Open = Awaited<ReturnType<ReadinessDeps["incidents"]["open"]>>[number];

    const incident = (kind: Open["kind"], more: Partial<Open> = {}): Open => ({
      id: "inc_1",
      kind,
      subject: "it",
      chainId: null,
      checkoutId: null,
      details: {},
      createdAt: noon,
      lastSeenAt: noon,
      ...more,
    });

    test.each<[string, Open[], RegExp]>([
      [
        "a node that is down, without its name",
        [
          incident("NODE_DOWN", {
            chainId: 31337,
            details: { configured: 2, down: 1, hosts: "secret-name" },
          }),
        ],
        /^Local: a node isn't responding, 1 of 2 \(NODE_DOWN\)\. Payments continue/,
      ],
      [
        "an Inngest server that is down",
        [incident("INNGEST_DOWN", { details: { reason: "it does not accept events" } })],
        /^the Inngest server isn't running background jobs: it does not accept events \(INNGEST_DOWN\)\. The instances/,
      ],
      [
        "a chain whose transactions have no price, with the setting that fixes it",
        ["settle-checkouts", "send-refunds"].map((work) =>
          incident("CHAIN_MISCONFIGURED", {
            subject: `31337/${work}`,
            chainId: 31337,
            details: { work, answer: "secret-name", fix: "Correct sending.l1Fee in CHAINS." },
          }),
        ),
        /^Local: a chain doesn't match its settings \(2 × CHAIN_MISCONFIGURED\)\. .*Correct sending\.l1Fee in CHAINS\.$/,
      ],
      ...incidentKinds.map((kind): [string, Open[], RegExp] => [
        `each kind of incident: ${kind}`,
        [incident(kind)],
        new RegExp(`\\(${kind}\\)`),
      ]),
    ])("names %s", async (_, open, words) => {
      deps.incidents.open = async () => open;
      const { ready, warnings } = await checkReadiness(deps);
      expect(ready).toBe(true);
      expect(warnings).toEqual([expect.stringMatching(words)]);
      expect(JSON.stringify(warnings)).not.toContain("secret-name");
    });

    test("name open files that ran out, also without the database", async () => {
      deps.openFiles = { warning: () => "Out of open files." };
      deps.databaseHealth.ping = () => Promise.reject(new Error("too many open files"));
      expect((await checkReadiness(deps)).warnings).toEqual(["Out of open files."]);
    });

    test("name an Inngest server that runs other functions", async () => {
      deps.releases.mismatch = async () => "stablecoin-checkout-upkeep";
      expect((await checkReadiness(deps)).warnings).toEqual([
        "Inngest: the server runs other functions than this release: stablecoin-checkout-upkeep.",
      ]);
    });
  });
});
