import { describe, expect, it } from "vitest";
import { type BlockHeader, type ChainNodes, ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import type { ChainPosition } from "@/lib/chain/scan-position.rules";
import type { PaymentStore } from "@/lib/payments/payment.store";
import type { ScanParts } from "@/lib/payments/payments.parts";
import { buildHeader, buildPosition, later, noon } from "@/lib/testing/builders";
import { partsOf } from "@/lib/testing/parts";
import { currentTags, leaveNodeBehind, noteIdleHead } from "./node-in-use";
import { createScanMemory } from "./scan-memory";

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
  let requests = 0;
  const used: string[] = [];
  const nodes = {
    chainId: 31337,
    nodes: ["first", ...others],
    others: () =>
      others.map((latest, index) => ({
        host: `node-${index}`,
        latest: async () => {
          requests += 1;
          if (latest === null) throw new ChainUnavailable("down");
          return latest;
        },
      })),
    use: (host: string) => void used.push(host),
  } as unknown as ChainNodes;
  const deps = partsOf<ScanParts>({
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
  });
  return {
    used,
    requests: () => requests,
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

describe("a head that doesn't move", () => {
  it("is confirmed every five seconds by the chain's only node", async () => {
    const { look, checkedAt } = world([]);
    await look(4_999);
    expect(checkedAt()).toEqual(noon);
    await look(5_000);
    expect(checkedAt()).toEqual(later(5_000));
  });

  it("is confirmed by another node, which is read every fifteen seconds", async () => {
    const { look, checkedAt, requests } = world([null, scanned]);
    for (const ms of [5_000, 10_000, 14_999]) await look(ms);
    expect(requests()).toBe(0);
    expect(checkedAt()).toEqual(noon);
    await look(15_000);
    expect(checkedAt()).toEqual(later(15_000));
    for (const ms of [16_000, 20_000, 29_999]) await look(ms);
    expect(requests()).toBe(2);
    await look(30_000);
    expect(checkedAt()).toEqual(later(30_000));
  });

  it.each<[string, BlockHeader | null]>([
    ["gives no answer", null],
    ["shows an older one", buildHeader(99n)],
    ["shows another one of that height", buildHeader(100n, 1)],
  ])("isn't confirmed when the other node %s", async (_, other) => {
    const { look, checkedAt, used } = world([other]);
    for (const ms of [15_000, 60_000, 600_000]) await look(ms);
    expect(checkedAt()).toEqual(noon);
    expect(used).toEqual([]);
  });

  it("is left for the node with the highest head", async () => {
    const { look, checkedAt, used } = world([scanned, buildHeader(101n), buildHeader(105n)]);
    await look(15_000);
    expect(used).toEqual(["node-2"]);
    expect(checkedAt()).toEqual(noon);
  });

  it("has its tags saved without confirmation, too", async () => {
    const { look, position } = world([null]);
    await look(1_000, 95n);
    expect(position()).toMatchObject({ safeNumber: 95n, tagsAdvancedAt: later(1_000), checkedAt: noon });
  });
});

describe("a node that fell behind", () => {
  it("is replaced after thirty seconds by one that is ahead", async () => {
    const { lookBehind, used, requests } = world([buildHeader(89n), buildHeader(100n)]);
    for (const ms of [0, 10_000, 30_000]) await lookBehind(ms);
    expect(requests()).toBe(0);
    await lookBehind(30_001);
    expect(used).toEqual(["node-1"]);
  });

  it("stays in use while no other node is ahead", async () => {
    const { lookBehind, used } = world([buildHeader(89n), null]);
    for (const ms of [0, 31_000, 300_000]) await lookBehind(ms);
    expect(used).toEqual([]);
  });
});

describe("tags", () => {
  const previous = buildPosition({ safeNumber: 90n, finalizedNumber: 80n, tagsAdvancedAt: noon });
  const tagsNow = (safeNumber: bigint | null, finalizedNumber: bigint | null, before = previous) =>
    currentTags({ latest: scanned, tags: { safeNumber, finalizedNumber } }, before, later(1_000));

  it("the tag timestamp doesn't move unless the finalized block moves", () => {
    expect(tagsNow(95n, 80n)).toEqual({ safeNumber: 95n, finalizedNumber: 80n, tagsAdvancedAt: noon });
    expect(tagsNow(90n, 81n).tagsAdvancedAt).toEqual(later(1_000));
  });

  it("the tag timestamp follows the safe block without a finalized one", () => {
    const before = { ...previous, finalizedNumber: null };
    expect(tagsNow(91n, null, before).tagsAdvancedAt).toEqual(later(1_000));
    expect(tagsNow(90n, null, before).tagsAdvancedAt).toEqual(noon);
  });

  it("stay unchanged when they weren't read", () => {
    expect(currentTags({ latest: scanned, tags: null }, previous, later(1_000))).toEqual({
      safeNumber: 90n,
      finalizedNumber: 80n,
      tagsAdvancedAt: noon,
    });
  });
});
