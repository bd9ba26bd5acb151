import { describe, expect, it } from "vitest";
import type { ChainReader } from "@/lib/chain/chain-reader.port";
import { buildHeader, later, noon } from "@/lib/testing/builders";
import { findBlockBefore } from "./find-block-before";

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
  ])("is the newest block that was surely made before %s", async (_, at, expected) => {
    expect((await search(at, 1_000n)).number).toBe(expected);
  });

  it("takes about log₂ of the height", async () => {
    expect((await search(later(123_456_000), 10n ** 9n)).asked).toBeLessThanOrEqual(32);
  });

  it("refuses to guess when the node misses a block of its own chain", async () => {
    const reader = { chainId: 31337, header: async () => null } as unknown as ChainReader;
    await expect(findBlockBefore(reader, noon, buildHeader(10n))).rejects.toThrow("has no block");
  });
});
