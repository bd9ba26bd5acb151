import { describe, expect, it } from "vitest";
import { type BlockHeader, type ChainNodes, ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import type { ChainPosition, PaymentStore } from "@/lib/checkouts/state/payment-store.port";
import { buildHeader, buildPosition, later, noon } from "@/lib/testing/builders";
import { currentTags, leaveNodeBehind, noteIdleHead } from "./node-in-use";
import { createScanMemory } from "./read-blocks";

const scanned = buildHeader(100n);

/** @param others what the other nodes show as newest; null for one that gives no answer */
function world(others: readonly (BlockHeader | null)[]) {
  let now = noon;
  let position: ChainPosition = buildPosition({
    blockNumber: 100n,
    blockHash: scanned.hash,
    advancedAt: noon,
    checkedAt: noon,
  });
  let asked = 0;
  const used: string[] = [];
  const nodes = {
    chainId: 31337,
    nodes: ["first", ...others],
    others: () =>
      others.map((latest, index) => ({
        host: `node-${index}`,
        latest: async () => {
          asked += 1;
          if (latest === null) throw new ChainUnavailable("down");
          return latest;
        },
      })),
    use: (host: string) => void used.push(host),
  } as unknown as ChainNodes;
  const deps = {
    clock: { now: () => now },
    memory: createScanMemory(),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    payments: {
      transaction: (work: (tx: unknown) => Promise<unknown>) =>
        work({
          lockPosition: async () => position,
          savePosition: async (saved: ChainPosition) => {
            position = saved;
          },
        }),
    } as unknown as PaymentStore,
  };
  return {
    used,
    asked: () => asked,
    checkedAt: () => position.checkedAt,
    position: () => position,
    look: async (afterMs: number, safeNumber: bigint | null = null) => {
      now = later(afterMs);
      const tags = safeNumber === null ? null : { safeNumber, finalizedNumber: null };
      await noteIdleHead(deps, nodes, position, { latest: scanned, tags });
    },
    lookBehind: async (afterMs: number) => {
      now = later(afterMs);
      await leaveNodeBehind(deps, nodes, buildHeader(90n));
    },
  };
}

describe("a head that stands still", () => {
  it("is noted on the word of the only node, every five seconds", async () => {
    const { look, checkedAt } = world([]);
    await look(4_999);
    expect(checkedAt()).toEqual(noon);
    await look(5_000);
    expect(checkedAt()).toEqual(later(5_000));
  });

  it("is noted when another node shows the same, who is asked after fifteen seconds and not in every look", async () => {
    const { look, checkedAt, asked } = world([null, scanned]);
    for (const ms of [5_000, 10_000, 14_999]) await look(ms);
    expect(asked()).toBe(0);
    expect(checkedAt()).toEqual(noon);
    await look(15_000);
    expect(checkedAt()).toEqual(later(15_000));
    for (const ms of [16_000, 20_000, 29_999]) await look(ms);
    expect(asked()).toBe(2);
    await look(30_000);
    expect(checkedAt()).toEqual(later(30_000));
  });

  it.each<[string, BlockHeader | null]>([
    ["gives no answer", null],
    ["shows an older one", buildHeader(99n)],
    ["shows another one of that height", buildHeader(100n, 1)],
  ])("is not noted when the other node %s", async (_, other) => {
    const { look, checkedAt, used } = world([other]);
    for (const ms of [15_000, 60_000, 600_000]) await look(ms);
    expect(checkedAt()).toEqual(noon);
    expect(used).toEqual([]);
  });

  it("is left for the node that is furthest ahead", async () => {
    const { look, checkedAt, used } = world([scanned, buildHeader(101n), buildHeader(105n)]);
    await look(15_000);
    expect(used).toEqual(["node-2"]);
    expect(checkedAt()).toEqual(noon);
  });

  it("has its tags noted all the same", async () => {
    const { look, position } = world([null]);
    await look(1_000, 95n);
    expect(position()).toMatchObject({ safeNumber: 95n, tagsAdvancedAt: later(1_000), checkedAt: noon });
  });
});

describe("a node that fell behind", () => {
  it("is left after thirty seconds for one that is ahead", async () => {
    const { lookBehind, used, asked } = world([buildHeader(89n), buildHeader(100n)]);
    for (const ms of [0, 10_000, 30_000]) await lookBehind(ms);
    expect(asked()).toBe(0);
    await lookBehind(30_001);
    expect(used).toEqual(["node-1"]);
  });

  it("is kept while no other shows more", async () => {
    const { lookBehind, used } = world([buildHeader(89n), null]);
    for (const ms of [0, 31_000, 300_000]) await lookBehind(ms);
    expect(used).toEqual([]);
  });
});

describe("tags", () => {
  const previous = buildPosition({ safeNumber: 90n, finalizedNumber: 80n, tagsAdvancedAt: noon });
  const tagsNow = (safeNumber: bigint | null, finalizedNumber: bigint | null, before = previous) =>
    currentTags({ latest: scanned, tags: { safeNumber, finalizedNumber } }, before, later(1_000));

  it("stand still while the finalized one does, although blocks go on being called safe", () => {
    expect(tagsNow(95n, 80n)).toEqual({ safeNumber: 95n, finalizedNumber: 80n, tagsAdvancedAt: noon });
    expect(tagsNow(90n, 81n).tagsAdvancedAt).toEqual(later(1_000));
  });

  it("go by the safe one where nothing is called finalized", () => {
    const before = { ...previous, finalizedNumber: null };
    expect(tagsNow(91n, null, before).tagsAdvancedAt).toEqual(later(1_000));
    expect(tagsNow(90n, null, before).tagsAdvancedAt).toEqual(noon);
  });

  it("are as they were where nobody asked", () => {
    expect(currentTags({ latest: scanned, tags: null }, previous, later(1_000))).toEqual({
      safeNumber: 90n,
      finalizedNumber: 80n,
      tagsAdvancedAt: noon,
    });
  });
});
