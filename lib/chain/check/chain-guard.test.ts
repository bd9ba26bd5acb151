import { beforeEach, describe, expect, test } from "vitest";
import { type ChainNodes, ChainUnavailable, type NodeHealth } from "@/lib/chain/reader/chain-reader.port";
import type { Incident, IncidentKind, OpenIncident } from "@/lib/platform/incidents/incident-store.port";
import { buildChain, later, noon, nothingSeen } from "@/lib/testing/builders";
import { type ChainGuard, ChainsMisconfigured, createChainGuard, watchNodes } from "./chain-guard";

describe("watch nodes", () => {
  const minuteMs = 60_000;

  const chainId = 31337;

  let now: Date;

  let nodes: NodeHealth[];

  let open: OpenIncident[];

  const node = (host: string, since: Partial<NodeHealth> = {}): NodeHealth => ({
    host,
    rests: false,
    healthy: true,
    consecutiveFailures: since.failingSince ? 1 : 0,
    failures: 0,
    lastError: null,
    failingSince: null,
    servedAt: now,
    sizes: nothingSeen,
    ...since,
  });

  const incidents = {
    raise: async (incident: Incident, at: Date) => {
      const others = open.filter(({ kind }) => kind !== incident.kind);
      open = [...others, { ...incident, id: "inc_1", createdAt: at, lastSeenAt: at }];
      return true;
    },
    resolve: async (kind: IncidentKind) => {
      open = open.filter((incident) => incident.kind !== kind);
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
    nodes = [node("a"), node("b", { failingSince: noon, lastError: "HTTP 503" })];
    now = later(minuteMs - 1);
    await watch();
    expect(open).toEqual([]);
    now = later(minuteMs);
    await watch();
    expect(open).toMatchObject([
      {
        kind: "NODE_DOWN",
        subject: "31337/nodes",
        details: { configured: 2, down: 1, hosts: "b (HTTP 503)" },
      },
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

  test("all nodes down are another incident, until one serves; then the rest is down", async () => {
    const down = { failingSince: later(-minuteMs), servedAt: null, lastError: "HTTP 503" };
    nodes = [node("a"), node("b", down)];
    await watch();
    expect(open).toMatchObject([{ kind: "NODE_DOWN" }]);
    nodes = [node("a", down), node("b", down)];
    now = later(1_000);
    await watch();
    expect(open).toMatchObject([
      { kind: "CHAIN_UNREACHABLE", subject: "31337/nodes", details: { configured: 2, down: 2 } },
    ]);
    now = later(2_000);
    nodes = [node("a", { servedAt: now }), node("b", down)];
    await watch();
    expect(open).toMatchObject([{ kind: "NODE_DOWN", details: { down: 1 } }]);
  });

  test("a chain's only node that is down leaves the chain unreachable", async () => {
    nodes = [node("a", { failingSince: later(-minuteMs), servedAt: null })];
    await watch();
    expect(open).toMatchObject([{ kind: "CHAIN_UNREACHABLE" }]);
  });
});

describe("chain guard", () => {
  const gasLine = "gas is priced by the blocks' base fee (EIP-1559 transactions)";

  const chains = [buildChain(), buildChain({ chainId: 31338 })];

  let now: Date;

  /** What the only node of each chain says it serves; null: it gives no answer. */
  let served: Map<number, number | null>;

  let asked: number[];

  let open: Incident[];

  let said: string[];

  let guard: ChainGuard;

  beforeEach(() => {
    now = noon;
    served = new Map(chains.map(({ chainId }) => [chainId, chainId]));
    asked = [];
    open = [];
    said = [];
    const say = (_: object, message: string) => said.push(message);
    guard = createChainGuard({
      chains,
      requiredContracts: [],
      clock: { now: () => now },
      log: { info: say, warn: say, error: say },
      reader: (chainId) => {
        const node = {
          host: "a.example",
          chainId,
          askChainId: async () => {
            asked.push(chainId);
            const id = served.get(chainId) ?? null;
            if (id === null) throw new ChainUnavailable("no response");
            return id;
          },
          code: async () => "0x01",
          decimals: async () => 6,
          gasTerms: async () => ({ pricing: "base_fee", l1Fee: "none" }),
        };
        return { nodes: [node] } as unknown as ChainNodes;
      },
      incidents: {
        raise: async (incident) => {
          open = [...open.filter(({ subject }) => subject !== incident.subject), incident];
          return true;
        },
        resolve: async (kind, subject) => {
          open = open.filter((incident) => incident.kind !== kind || incident.subject !== subject);
        },
      },
    });
  });

  describe("at start", () => {
    test("accepts chains that match, each checked once", async () => {
      await guard.checkAll();
      expect(await guard.mayWatch(31337)).toBe(true);
      expect(await guard.mayWatch(31338)).toBe(true);
      expect([guard.hasPassed(31337), guard.hasPassed(31338)]).toEqual([true, true]);
      now = later(86_400_000);
      expect(await guard.mayWatch(31337)).toBe(true);
      expect(asked.toSorted()).toEqual([31337, 31338]);
      expect(said).toEqual(Array(2).fill(gasLine));
    });

    test("refuses faulty chains, with all faults at once", async () => {
      served = new Map([
        [31337, 1],
        [31338, 10],
      ]);
      const refusal = guard.checkAll();
      await expect(refusal).rejects.toBeInstanceOf(ChainsMisconfigured);
      await expect(refusal).rejects.toThrow(/serves chain 1\..*serves chain 10\./s);
    });

    test("starts when a node doesn't answer", async () => {
      served.set(31338, null);
      await guard.checkAll();
      expect(guard.hasPassed(31338)).toBe(false);
      expect(said.toSorted()).toEqual([
        "Local 31338 (31338): the node a.example could not be asked: no response.",
        gasLine,
      ]);
    });

    test("closes an incident of an earlier start once the chain matches", async () => {
      open = [
        { kind: "CHAIN_MISCONFIGURED", subject: "31337", chainId: 31337, checkoutId: null, details: {} },
        { kind: "CHAIN_LOST", subject: "31337", chainId: 31337, checkoutId: null, details: {} },
      ];
      await guard.checkAll();
      await guard.mayWatch(31337);
      expect(open.map(({ kind }) => kind)).toEqual(["CHAIN_LOST"]);
    });
  });

  describe("a chain whose nodes didn't answer at start", () => {
    beforeEach(async () => {
      served.set(31338, null);
      await guard.checkAll();
      asked = [];
    });

    test("is watched, and checked again every minute until it passes", async () => {
      expect(await guard.mayWatch(31338)).toBe(true);
      now = later(59_999);
      expect(await guard.mayWatch(31338)).toBe(true);
      expect(asked).toEqual([]);
      now = later(60_000);
      expect(await guard.mayWatch(31338)).toBe(true);
      expect(asked).toEqual([31338]);
      served.set(31338, 31338);
      now = later(120_000);
      expect(await guard.mayWatch(31338)).toBe(true);
      expect(guard.hasPassed(31338)).toBe(true);
      now = later(600_000);
      await guard.mayWatch(31338);
      expect(asked).toEqual([31338, 31338]);
    });

    test("is left unwatched with an incident when it turns out to be wrong, until it is right", async () => {
      served.set(31338, 1);
      now = later(60_000);
      expect(await guard.mayWatch(31338)).toBe(false);
      expect(open).toEqual([
        {
          kind: "CHAIN_MISCONFIGURED",
          subject: "31338",
          chainId: 31338,
          checkoutId: null,
          details: { faults: expect.stringContaining("serves chain 1.") },
        },
      ]);
      const saidOnce = said.length;
      expect(await guard.mayWatch(31338)).toBe(false);
      expect(said).toHaveLength(saidOnce);
      expect(await guard.mayWatch(31337)).toBe(true);

      served.set(31338, 31338);
      now = later(120_000);
      expect(await guard.mayWatch(31338)).toBe(true);
      expect(open).toEqual([]);
    });
  });

  test("a chain that was never checked is checked before its first scan", async () => {
    served.set(31337, 1);
    expect(await guard.mayWatch(31337)).toBe(false);
    expect(open).toHaveLength(1);
  });
});
