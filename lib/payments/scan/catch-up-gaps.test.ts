import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ChainGap } from "@/lib/checkouts/state/payment-store.port";
import { later } from "@/lib/testing/builders";
import { type BlockSpan, countBlocks, gapBelowHead, narrowLowest, trimAbove } from "./find-base";

const timeOf = (block: bigint) => later(Number(block) * 2_000);
const gapOf = ({ fromBlock, toBlock }: BlockSpan): ChainGap => ({
  chainId: 31337,
  fromBlock,
  toBlock,
  readThrough: timeOf(fromBlock - 1n),
});
const blocksIn = (spans: readonly BlockSpan[]): bigint[] =>
  spans.flatMap(({ fromBlock, toBlock }) =>
    Array.from({ length: Number(toBlock - fromBlock + 1n) }, (_, index) => fromBlock + BigInt(index)),
  );

describe("gapBelowHead", () => {
  it.each([
    ["the head is one block on", 100n, 101n, 10, null],
    ["the head is as far as one range", 100n, 110n, 10, null],
    ["the head is one block further", 100n, 111n, 10, { fromBlock: 101n, toBlock: 101n }],
    ["the head is far away", 100n, 5_500n, 1_000, { fromBlock: 101n, toBlock: 5_436n }],
    ["ranges are of one block", 100n, 102n, 1, { fromBlock: 101n, toBlock: 101n }],
  ] as const)("is right when %s", (_, base, head, maxBlockRange, gap) => {
    expect(gapBelowHead(base, head, maxBlockRange, 64)).toEqual(gap);
  });
});

describe("narrowLowest", () => {
  it("moves the lowest gap's beginning to after what was read, with its time", () => {
    const gaps = [gapOf({ fromBlock: 10n, toBlock: 20n }), gapOf({ fromBlock: 30n, toBlock: 40n })];
    expect(narrowLowest(gaps, 15n, timeOf(15n))).toEqual([
      gapOf({ fromBlock: 16n, toBlock: 20n }),
      gapOf({ fromBlock: 30n, toBlock: 40n }),
    ]);
    expect(narrowLowest(gaps, 20n, timeOf(20n))).toEqual([gapOf({ fromBlock: 30n, toBlock: 40n })]);
  });

  it.each([9n, 21n])("refuses block %s, which is not in it", (toBlock) => {
    expect(() => narrowLowest([gapOf({ fromBlock: 10n, toBlock: 20n })], toBlock, timeOf(toBlock))).toThrow(
      "not in the gap",
    );
  });
});

describe("trimAbove", () => {
  it("leaves no block above the ancestor, and all others", () => {
    const gaps = [gapOf({ fromBlock: 10n, toBlock: 20n }), gapOf({ fromBlock: 30n, toBlock: 40n })];
    expect(trimAbove(gaps, 40n)).toEqual(gaps);
    expect(trimAbove(gaps, 35n)).toEqual([gaps[0], gapOf({ fromBlock: 30n, toBlock: 35n })]);
    expect(trimAbove(gaps, 29n)).toEqual([gaps[0]]);
    expect(trimAbove(gaps, 9n)).toEqual([]);
  });
});

/** What can happen to a chain that is followed, and to the one who follows it. */
type Step =
  | { kind: "look"; newBlocks: number }
  | { kind: "chunk"; blocks: number }
  | { kind: "reorg"; depth: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant("look" as const), newBlocks: fc.integer({ min: 0, max: 120 }) }),
  fc.record({ kind: fc.constant("chunk" as const), blocks: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ kind: fc.constant("reorg" as const), depth: fc.integer({ min: 1, max: 90 }) }),
);

describe("behavior: gaps through outages, chunks and reorgs", () => {
  it("hold exactly the blocks below the position that were not read, and never claim a time that is not read", () => {
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 40 }),
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 1, max: 64 }),
        (steps, maxBlockRange, tail) => {
          const read = new Set<bigint>([0n]);
          let position = 0n;
          let head = 0n;
          let gaps: ChainGap[] = [];
          for (const item of steps) {
            if (item.kind === "look") {
              head += BigInt(item.newBlocks);
              const gap = gapBelowHead(position, head, maxBlockRange, tail);
              if (gap !== null) gaps = [...gaps, gapOf(gap)];
              const fromBlock = (gap?.toBlock ?? position) + 1n;
              for (const block of blocksIn([{ fromBlock, toBlock: head }])) read.add(block);
              expect(head - fromBlock + 1n).toBeLessThanOrEqual(BigInt(maxBlockRange));
              position = head;
            } else if (item.kind === "chunk") {
              const [lowest] = gaps;
              if (lowest === undefined) continue;
              const limit = lowest.fromBlock + BigInt(item.blocks) - 1n;
              const toBlock = limit < lowest.toBlock ? limit : lowest.toBlock;
              for (const block of blocksIn([{ fromBlock: lowest.fromBlock, toBlock }])) read.add(block);
              gaps = narrowLowest(gaps, toBlock, timeOf(toBlock));
            } else {
              const ancestor = position - BigInt(item.depth);
              if (ancestor < 0n) continue;
              gaps = trimAbove(gaps, ancestor);
              for (const block of read) if (block > ancestor) read.delete(block);
              position = ancestor;
              head = ancestor;
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
