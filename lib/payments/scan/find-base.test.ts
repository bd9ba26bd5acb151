import { describe, expect, it } from "vitest";
import type { BlockHeader, ChainReader } from "@/lib/chain/reader/chain-reader.port";
import type { PositionStore } from "@/lib/checkouts/state/chain-position.store";
import { buildHeader, buildPosition, later, noon } from "@/lib/testing/builders";
import { partsOf } from "@/lib/testing/parts";
import { findBlockBefore, findCommonAncestor } from "./find-base";

describe("find block before", () => {
  /** Block n was made n seconds after noon. */
  async function search(at: Date, height: bigint) {
    const asked: bigint[] = [];
    const reader = {
      chainId: 31337,
      header: async (number: bigint) => {
        asked.push(number);
        return number > height ? null : buildHeader(number);
      },
    } as ChainReader;
    const { number } = await findBlockBefore(reader, at, buildHeader(height));
    return { number, asked: asked.length };
  }

  describe("findBlockBefore", () => {
    it.each([
      ["a time after the head", later(2_000_000), 1_000n],
      ["the very second after the head", later(1_001_000), 1_000n],
      ["the head's own second", later(1_000_500), 999n],
      ["a time in the middle", later(500_000), 499n],
      ["within a second", later(500_999), 499n],
      ["the second block's time", later(1_000), 0n],
      ["a time before the chain began", later(-60_000, noon), 0n],
    ])("is the newest block certainly created before %s", async (_, at, expected) => {
      expect((await search(at, 1_000n)).number).toBe(expected);
    });

    it("takes about log₂ of the height", async () => {
      expect((await search(later(123_456_000), 10n ** 9n)).asked).toBeLessThanOrEqual(32);
    });

    it("is unknown when the node misses a block of its own chain", async () => {
      const reader = { chainId: 31337, header: async () => null } as unknown as ChainReader;
      await expect(findBlockBefore(reader, noon, buildHeader(10n))).rejects.toThrow("has no block");
    });
  });
});

describe("find common ancestor", () => {
  /** Our scan came to block 100, and these are the headers that were kept of it. */
  const position = buildPosition({ blockNumber: 100n });

  const everyHeader = Array.from({ length: 64 }, (_, index) => BigInt(100 - index));

  /** @param theirs the header that the node has of a number; null where it has none */
  function ancestor(
    latest: bigint,
    theirs: (number: bigint) => BlockHeader | null,
    kept: readonly bigint[] = everyHeader,
  ) {
    const reader = {
      chainId: 31337,
      header: async (number: bigint) => theirs(number),
      headers: async (numbers: readonly bigint[]) => numbers.map(theirs),
    } as ChainReader;
    const positions = partsOf<PositionStore>({
      recentHeaders: async () => kept.map((number) => buildHeader(number)),
    });
    const head = theirs(latest);
    if (head === null) throw new Error("the node has no head");
    return findCommonAncestor(positions, reader, position, head);
  }

  const upTo = (height: bigint, fork: (number: bigint) => number) => (number: bigint) =>
    number > height ? null : buildHeader(number, fork(number));

  const ours = () => 0;

  /** Another branch from block `first` on; its first block names ours as parent. */
  const forkedAt = (first: bigint) => (number: bigint) => (number >= first ? 1 : 0);

  describe("findCommonAncestor", () => {
    it.each([
      ["the next block follows", 101n],
      ["nothing is new", 100n],
      ["many blocks follow", 900n],
    ])("is the position itself when %s", async (_, latest) => {
      expect(await ancestor(latest, upTo(latest, ours))).toEqual({
        number: 100n,
        hash: buildHeader(100n).hash,
        timestamp: position.blockTimestamp,
      });
    });

    it.each([
      ["longer", 105n],
      ["as long", 100n],
      ["shorter", 98n],
    ])("is the block below the fork on a branch that is %s", async (_, latest) => {
      expect(await ancestor(latest, upTo(latest, forkedAt(95n)))).toMatchObject({ number: 94n });
    });

    it("is unknown while the node lags on the same branch", async () => {
      expect(await ancestor(90n, upTo(90n, ours))).toBeNull();
    });

    it("concludes nothing from a node that lags behind the headers we kept of its height", async () => {
      // After a catch-up only the last headers of each range are kept: here 37 to 100, and the first scanned block.
      expect(await ancestor(30n, upTo(30n, ours), [...everyHeader, 0n])).toBeNull();
    });

    it("is unknown when the node lost its head between two answers", async () => {
      const theirs = upTo(99n, ours);
      expect(
        await ancestor(101n, (number) => (number === 101n ? buildHeader(101n, 1) : theirs(number))),
      ).toBeNull();
    });

    it("is the newest stored block below a fork deeper than the stored headers", async () => {
      expect(await ancestor(120n, upTo(120n, forkedAt(20n)), [...everyHeader, 0n])).toMatchObject({
        number: 0n,
      });
    });

    it("reads a few blocks back for a shallow fork, in bounded requests", async () => {
      const asked: number[] = [];
      const counting = (theirs: (number: bigint) => BlockHeader | null) => ({
        chainId: 31337,
        header: async (number: bigint) => theirs(number),
        headers: async (numbers: readonly bigint[]) => {
          asked.push(numbers.length);
          return numbers.map(theirs);
        },
      });
      const far = Array.from({ length: 300 }, (_, index) => BigInt(400 - index));
      const positions = partsOf<PositionStore>({
        recentHeaders: async () => far.map((number) => buildHeader(number)),
      });
      const at = buildPosition({ blockNumber: 400n, blockHash: buildHeader(400n).hash });
      const find = (first: bigint) =>
        findCommonAncestor(
          positions,
          counting(upTo(401n, forkedAt(first))) as unknown as ChainReader,
          at,
          buildHeader(401n, 1),
        );
      expect(await find(399n)).toMatchObject({ number: 398n });
      expect(asked).toEqual([16]);
      expect(await find(200n)).toMatchObject({ number: 199n });
      expect(Math.max(...asked)).toBe(64);
    });

    it("refuses a chain that has none of the kept blocks", async () => {
      await expect(ancestor(200n, upTo(200n, forkedAt(0n)))).rejects.toThrow("another chain");
    });
  });
});
