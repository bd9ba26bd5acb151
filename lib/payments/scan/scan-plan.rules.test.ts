import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { blockHash, buildHeader, later, noon } from "@/lib/testing/builders";
import {
  type BlockSpan,
  countBlocks,
  narrowLowest,
  planGap,
  planHead,
  planSecondReading,
  trimAbove,
} from "./scan-plan.rules";

const timeOf = (block: bigint) => buildHeader(block).timestamp;
const positionAt = (block: bigint) => ({
  blockNumber: block,
  blockHash: blockHash(block),
  blockTimestamp: timeOf(block),
});
const gapOf = (fromBlock: bigint, toBlock: bigint) => ({
  fromBlock,
  toBlock,
  readThrough: timeOf(fromBlock - 1n),
});
const blocksIn = (spans: readonly BlockSpan[]): bigint[] =>
  spans.flatMap(({ fromBlock, toBlock }) =>
    Array.from({ length: Number(toBlock - fromBlock + 1n) }, (_, index) => fromBlock + BigInt(index)),
  );
const farFuture = later(365 * 86_400_000);

/** The plan for a scan that reached block 100. */
function plan(base: bigint | null, head: bigint, maxBlockRange = 1_000, now = farFuture) {
  const block = base === null ? null : buildHeader(base);
  return planHead(positionAt(100n), block, head, { maxBlockRange, now });
}

describe("planHead", () => {
  it.each([
    ["is behind when the node has none of our newest blocks yet", null, 90n, 10, { kind: "behind" }],
    ["is idle when the head is the scanned block", 100n, 100n, 10, { kind: "idle" }],
    [
      "reads on when the head is one block ahead",
      100n,
      101n,
      10,
      { kind: "forward", limit: 101n, gap: null },
    ],
    [
      "reads on when the head is one range ahead",
      100n,
      110n,
      10,
      { kind: "forward", limit: 110n, gap: null },
    ],
    [
      "reads on when the head is one wide range ahead",
      100n,
      1_100n,
      1_000,
      { kind: "forward", limit: 1_100n },
    ],
    ["jumps when the head is one block further", 100n, 111n, 10, { kind: "jump", gap: gapOf(101n, 101n) }],
    [
      "jumps to the last 64 blocks of a wide range",
      100n,
      5_500n,
      1_000,
      { kind: "jump", gap: gapOf(101n, 5_436n) },
    ],
    [
      "jumps block by block when a range is one block",
      100n,
      102n,
      1,
      { kind: "jump", gap: gapOf(101n, 101n) },
    ],
    [
      "rewinds when the scanned block was replaced",
      94n,
      105n,
      10,
      { kind: "rewind", limit: 105n, gap: null },
    ],
    ["rewinds to a head below the position", 94n, 98n, 10, { kind: "rewind", limit: 98n, gap: null }],
    [
      "rewinds at most 64 blocks past the position",
      94n,
      900n,
      10,
      { kind: "rewind", limit: 164n, gap: null },
    ],
  ] as const)("%s", (_, base, head, maxBlockRange, expected) => {
    expect(plan(base, head, maxBlockRange)).toMatchObject(expected);
  });

  it.each([
    ["the base's time when it was made before the position", 94n, farFuture, timeOf(94n)],
    ["our time when the chain's clock is ahead", 100n, noon, noon],
  ])("asks for addresses watched at %s", (_, base, now, watchedAt) => {
    expect(plan(base, 101n, 10, now)).toMatchObject({ watchedAt });
  });

  it("asks for addresses watched at the position's time when the base was made ahead of our clock", () => {
    const position = { ...positionAt(100n), blockTimestamp: timeOf(90n) };
    const limits = { maxBlockRange: 10, now: farFuture };
    expect(planHead(position, buildHeader(94n), 101n, limits)).toMatchObject({ watchedAt: timeOf(90n) });
  });

  it.each([
    ["rewind", 94n, true],
    ["forward", 100n, false],
  ])("%s includes addresses that are no longer watched: %s", (kind, base, everything) => {
    expect(plan(base, 101n)).toMatchObject({ kind, everything });
  });
});

describe("planGap", () => {
  it("reads the lowest gap as it was watched then, from a node that has the scanned block", () => {
    const gaps = [gapOf(10n, 20n), gapOf(30n, 40n)];
    expect(planGap(positionAt(100n), gaps)).toEqual({
      fromBlock: 10n,
      limit: 20n,
      anchor: { number: 100n, hash: blockHash(100n) },
      watchedAt: timeOf(9n),
    });
  });

  it("reads nothing without a gap", () => {
    expect(planGap(positionAt(100n), [])).toBeNull();
  });
});

describe("planSecondReading", () => {
  const read = { fromBlock: 91n, limit: 98n, anchorLimit: 98n, overdue: false };
  it.each([
    ["reads from the last reading to two blocks below the position", 90n, 15, [], 1_000, read],
    ["waits until 15 seconds have passed", 90n, 14, [], 1_000, null],
    ["waits when nothing is new", 98n, 15, [], 1_000, null],
    ["doesn't wait when a whole range is unread", 90n, 0, [], 7, { ...read, overdue: true }],
    ["waits when less than a range is unread", 90n, 0, [], 8, null],
    ["begins 64 blocks back without an earlier reading", null, 15, [], 1_000, { ...read, fromBlock: 35n }],
    [
      "stops below the lowest gap",
      90n,
      15,
      [gapOf(95n, 96n), gapOf(98n, 98n)],
      1_000,
      { ...read, limit: 94n },
    ],
    ["waits while the gap is next", 90n, 15, [gapOf(91n, 96n)], 1_000, null],
  ])("%s", (_, recheckedNumber, seconds, gaps, maxBlockRange, expected) => {
    const position = { blockNumber: 100n, recheckedNumber, recheckedAt: noon };
    expect(planSecondReading(position, gaps, { maxBlockRange, now: later(seconds * 1_000) })).toEqual(
      expected,
    );
  });

  it("begins at the first block when the chain is short", () => {
    const position = { blockNumber: 10n, recheckedNumber: null, recheckedAt: noon };
    const limits = { maxBlockRange: 1_000, now: later(15_000) };
    expect(planSecondReading(position, [], limits)).toMatchObject({ fromBlock: 0n, limit: 8n });
  });
});

describe("narrowLowest", () => {
  const gaps = [gapOf(10n, 20n), gapOf(30n, 40n)];

  it("moves the lowest gap's start past the blocks read, with its time", () => {
    expect(narrowLowest(gaps, 15n, timeOf(15n))).toEqual([gapOf(16n, 20n), gapOf(30n, 40n)]);
    expect(narrowLowest(gaps, 20n, timeOf(20n))).toEqual([gapOf(30n, 40n)]);
  });

  it.each([9n, 21n])("rejects block %s, which is not in it", (toBlock) => {
    expect(() => narrowLowest(gaps, toBlock, timeOf(toBlock))).toThrow("not in the gap");
  });
});

/** What can happen to a chain and its scan. */
type Step =
  | { kind: "look"; newBlocks: number }
  | { kind: "chunk"; blocks: number }
  | { kind: "reorg"; depth: number; newBlocks: number };

const newBlocks = fc.integer({ min: 0, max: 120 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant("look" as const), newBlocks }),
  fc.record({ kind: fc.constant("chunk" as const), blocks: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ kind: fc.constant("reorg" as const), depth: fc.integer({ min: 1, max: 90 }), newBlocks }),
);

describe("plans through outages, chunks and reorgs", () => {
  it("leave exactly the unread blocks below the position in gaps, with a time that was read", () => {
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 40 }),
        fc.integer({ min: 1, max: 100 }),
        (steps, maxBlockRange) => {
          const read = new Set<bigint>([0n]);
          let position = 0n;
          let head = 0n;
          let gaps: ReturnType<typeof gapOf>[] = [];
          const look = (base: bigint) => {
            const limits = { maxBlockRange, now: farFuture };
            const next = planHead(positionAt(position), buildHeader(base), head, limits);
            if (!("limit" in next)) return;
            if (next.kind === "rewind") {
              gaps = trimAbove(gaps, base);
              for (const block of read) if (block > base) read.delete(block);
            }
            if (next.gap !== null) gaps = [...gaps, next.gap];
            const fromBlock = (next.gap?.toBlock ?? base) + 1n;
            if (next.kind !== "rewind")
              expect(next.limit - fromBlock + 1n).toBeLessThanOrEqual(BigInt(maxBlockRange));
            for (const block of blocksIn([{ fromBlock, toBlock: next.limit }])) read.add(block);
            position = next.limit;
          };
          for (const item of steps) {
            if (item.kind === "look") {
              head += BigInt(item.newBlocks);
              look(position);
            } else if (item.kind === "chunk") {
              const next = planGap(positionAt(position), gaps);
              if (next === null) continue;
              const { fromBlock, limit } = next;
              const end = fromBlock + BigInt(item.blocks) - 1n;
              const toBlock = end < limit ? end : limit;
              for (const block of blocksIn([{ fromBlock, toBlock }])) read.add(block);
              gaps = narrowLowest(gaps, toBlock, timeOf(toBlock));
            } else {
              const ancestor = position - BigInt(item.depth);
              if (ancestor < 0n) continue;
              head = ancestor + BigInt(item.newBlocks) + 1n;
              look(ancestor);
            }
            const unread = blocksIn([{ fromBlock: 0n, toBlock: position }]).filter(
              (block) => !read.has(block),
            );
            expect(blocksIn(gaps)).toEqual(unread);
            expect(countBlocks(gaps)).toBe(BigInt(unread.length));
            const [lowest] = unread;
            const readThrough = gaps.map((gap) => gap.readThrough.getTime());
            if (lowest !== undefined) expect(Math.min(...readThrough)).toBe(timeOf(lowest - 1n).getTime());
          }
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
