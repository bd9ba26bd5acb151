import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { defaultConfirmations, knownChains } from "@/lib/chain/chain-defaults.rules";
import {
  type ChainHead,
  type ConfirmationSpeed,
  confirmationsSeen,
  highestFinalBlock,
  isFinal,
  paidRequirement,
  type Requirement,
  requiredBlocks,
  usesTags,
} from "./confirmation-policy.rules";

const blocks = (count: number): Requirement => ({ kind: "blocks", blocks: count });
const safe: Requirement = { kind: "tag", tag: "safe" };
const finalized: Requirement = { kind: "tag", tag: "finalized" };
const finalizedOr512: Requirement = { ...finalized, whenStalled: { blocks: 512 } };

const tokens = (whole: number) => BigInt(whole) * 10n ** 6n;

describe("PAID waits for", () => {
  test.each([
    ["Base", 8453, 1n, blocks(10)],
    ["Base", 8453, tokens(1_000) - 1n, blocks(10)],
    ["Base", 8453, tokens(1_000), safe],
    ["Base", 8453, tokens(10_000) - 1n, safe],
    ["Base", 8453, tokens(10_000), finalized],
    ["Base", 8453, 2n ** 256n - 1n, finalized],
    ["Polygon", 137, 1n, finalizedOr512],
    ["Polygon", 137, tokens(1_000) - 1n, finalizedOr512],
    ["Polygon", 137, tokens(1_000), finalized],
    ["Polygon", 137, tokens(10_000), finalized],
    ["Arbitrum", 42161, 1n, blocks(60)],
    ["Arbitrum", 42161, tokens(1_000) - 1n, blocks(60)],
    ["Arbitrum", 42161, tokens(1_000), safe],
    ["Arbitrum", 42161, tokens(10_000) - 1n, safe],
    ["Arbitrum", 42161, tokens(10_000), finalized],
    ["the local chain", 31337, 1n, blocks(2)],
    ["the local chain", 31337, tokens(10_000), blocks(2)],
    ["the other local chain", 31338, tokens(10_000), blocks(2)],
    ["Optimism", 10, 1n, blocks(10)],
    ["Optimism", 10, tokens(1_000), safe],
    ["Optimism", 10, tokens(10_000), finalized],
    ["Celo", 42220, 1n, blocks(20)],
    ["Celo", 42220, tokens(1_000), safe],
    ["Ethereum", 1, 1n, finalized],
    ["BNB Smart Chain", 56, 1n, finalized],
    ["Avalanche", 43114, 1n, finalized],
    ["Gnosis", 100, 1n, finalized],
    ["Linea", 59144, 1n, blocks(30)],
    ["Linea", 59144, tokens(1_000), blocks(300)],
    ["Linea", 59144, tokens(10_000), finalized],
    ["Scroll", 534352, 1n, blocks(20)],
    ["Scroll", 534352, tokens(1_000), blocks(200)],
    ["Scroll", 534352, tokens(10_000), blocks(1_200)],
    ["any other chain", 4242, 1n, finalized],
    ["any other chain", 4242, tokens(10_000), finalized],
  ])("on %s (%i) with %i units", (_, chainId, amountUnits, requirement) => {
    expect(paidRequirement(defaultConfirmations(chainId), "STANDARD", amountUnits, 6)).toEqual(requirement);
  });

  test("the tiers count whole tokens, with any decimals", () => {
    const policy = defaultConfirmations(8453);
    expect(paidRequirement(policy, "STANDARD", 10n ** 21n - 1n, 18)).toEqual(blocks(10));
    expect(paidRequirement(policy, "STANDARD", 10n ** 21n, 18)).toEqual(safe);
    expect(paidRequirement(policy, "STANDARD", 1_000n, 0)).toEqual(safe);
  });

  test("the most cautious where a policy has no tier for the amount", () => {
    const policy = { fast: [], paid: [{ belowTokens: 5, requirement: blocks(1) }], settle: safe };
    expect(paidRequirement(policy, "STANDARD", tokens(5), 6)).toEqual(finalized);
  });
});

test.each([
  [8453, safe],
  [137, finalized],
  [42161, safe],
  [31337, blocks(2)],
  [31338, blocks(2)],
  [1, finalized],
  [10, safe],
  [59144, blocks(300)],
  [534352, blocks(200)],
  [4242, finalized],
])("on chain %i settlement waits for its own requirement", (chainId, requirement) => {
  expect(defaultConfirmations(chainId).settle).toEqual(requirement);
});

test.each([
  [100n, 100n, 1],
  [100n, 109n, 10],
  [100n, 99n, 0],
  [0n, 0n, 1],
])("a transfer in block %i under head %i has %i blocks", (block, head, seen) => {
  expect(confirmationsSeen(block, head)).toBe(seen);
});

const head = (facts: Partial<ChainHead>): ChainHead => ({
  headNumber: 1_000n,
  safeNumber: null,
  finalizedNumber: null,
  tagsStalled: false,
  ...facts,
});

describe("the merchant's choice", () => {
  test.each<[string, number, bigint, Requirement, Requirement]>([
    // chain, amount, FAST, CAREFUL
    ["Base", 8453, 1n, blocks(2), finalized],
    ["Base", 8453, tokens(100) - 1n, blocks(2), finalized],
    ["Base", 8453, tokens(100), blocks(10), finalized],
    ["Base", 8453, tokens(1_000), safe, finalized],
    ["Base", 8453, tokens(10_000), finalized, finalized],
    ["Polygon", 137, tokens(100) - 1n, blocks(16), finalized],
    ["Polygon", 137, tokens(100), finalizedOr512, finalized],
    ["Polygon", 137, tokens(1_000), finalized, finalized],
    ["Arbitrum", 42161, tokens(100) - 1n, blocks(8), finalized],
    ["Arbitrum", 42161, tokens(100), blocks(60), finalized],
    ["Arbitrum", 42161, tokens(1_000), safe, finalized],
    ["Arbitrum", 42161, tokens(10_000), finalized, finalized],
    ["the local chain", 31337, tokens(100) - 1n, blocks(1), blocks(2)],
    ["the local chain", 31337, tokens(100), blocks(2), blocks(2)],
    ["the other local chain", 31338, tokens(100) - 1n, blocks(1), blocks(2)],
    ["Ethereum", 1, tokens(100) - 1n, blocks(12), finalized],
    ["Ethereum", 1, tokens(100), finalized, finalized],
    ["Gnosis", 100, tokens(100) - 1n, blocks(12), finalized],
    ["Linea", 59144, tokens(100) - 1n, blocks(4), finalized],
    ["Scroll", 534352, tokens(100) - 1n, blocks(3), blocks(1_200)],
    ["any other chain", 4242, 1n, finalized, finalized],
  ])("on %s (%i) with %i units", (_, chainId, amountUnits, fast, careful) => {
    const policy = defaultConfirmations(chainId);
    expect(paidRequirement(policy, "FAST", amountUnits, 6)).toEqual(fast);
    expect(paidRequirement(policy, "CAREFUL", amountUnits, 6)).toEqual(careful);
  });

  test("a payment that passes CAREFUL passes STANDARD, and one that passes STANDARD passes FAST", () => {
    const depth = fc.bigInt(0n, 1_000n);
    const someHead = fc
      .record({ headNumber: fc.bigInt(0n, 2_000n), safeLag: depth, finalizedLag: depth })
      .chain(({ headNumber, safeLag, finalizedLag }) => {
        const below = (lag: bigint) => (headNumber < lag ? 0n : headNumber - lag);
        return fc.record<ChainHead>({
          headNumber: fc.constant(headNumber),
          safeNumber: fc.constantFrom(below(safeLag), null),
          finalizedNumber: fc.constantFrom(below(safeLag + finalizedLag), null),
          tagsStalled: fc.boolean(),
        });
      });
    const wholeTokens = fc.constantFrom(0n, 99n, 100n, 999n, 1_000n, 9_999n, 10_000n, 10n ** 30n);
    fc.assert(
      fc.property(
        fc.constantFrom(...knownChains.map(({ chainId }) => chainId), 31337, 31338, 4242),
        fc.constantFrom(0, 6, 18),
        wholeTokens,
        someHead,
        fc.bigInt(0n, 2_000n),
        (chainId, decimals, whole, at, blockNumber) => {
          const passes = (speed: ConfirmationSpeed) =>
            isFinal(
              paidRequirement(
                defaultConfirmations(chainId),
                speed,
                whole * 10n ** BigInt(decimals),
                decimals,
              ),
              blockNumber,
              at,
            );
          if (passes("CAREFUL")) expect(passes("STANDARD")).toBe(true);
          if (passes("STANDARD")) expect(passes("FAST")).toBe(true);
        },
      ),
      { numRuns: 5_000 },
    );
  });
});

describe("isFinal", () => {
  test("by blocks: from the last required one", () => {
    expect(isFinal(blocks(10), 992n, head({}))).toBe(false);
    expect(isFinal(blocks(10), 991n, head({}))).toBe(true);
    expect(isFinal(blocks(1), 1_001n, head({}))).toBe(false);
  });

  test("by tag: up to the tagged block, by its own tag", () => {
    const tagged = head({ safeNumber: 900n, finalizedNumber: 800n });
    expect(isFinal(safe, 900n, tagged)).toBe(true);
    expect(isFinal(safe, 901n, tagged)).toBe(false);
    expect(isFinal(finalized, 800n, tagged)).toBe(true);
    expect(isFinal(finalized, 801n, tagged)).toBe(false);
  });

  test("a finalized block needs neither blocks nor another tag", () => {
    const quick = head({ safeNumber: 700n, finalizedNumber: 998n });
    for (const requirement of [blocks(10), safe, finalized]) {
      expect(isFinal(requirement, 998n, quick)).toBe(true);
      expect(isFinal(requirement, 999n, quick)).toBe(false);
    }
  });

  test("a chain without tags waits, at any block depth", () => {
    expect(isFinal(safe, 1n, head({}))).toBe(false);
    expect(isFinal(finalized, 1n, head({ safeNumber: 1_000n }))).toBe(false);
  });

  test("stalled Polygon takes 512 blocks below the limit", () => {
    const stalled = head({ finalizedNumber: 300n, tagsStalled: true });
    expect(isFinal(finalizedOr512, 489n, stalled)).toBe(true);
    expect(isFinal(finalizedOr512, 490n, stalled)).toBe(false);
    expect(isFinal(finalizedOr512, 489n, { ...stalled, tagsStalled: false })).toBe(false);
    expect(isFinal(finalizedOr512, 489n, { ...stalled, finalizedNumber: null })).toBe(true);
  });

  test("stalled without that rule waits", () => {
    expect(isFinal(finalized, 301n, head({ finalizedNumber: 300n, tagsStalled: true }))).toBe(false);
  });
});

test("a page counts blocks, or waits for the chain's word", () => {
  expect(requiredBlocks(blocks(10))).toBe(10);
  expect(requiredBlocks(safe)).toBeNull();
  expect(requiredBlocks(finalizedOr512)).toBeNull();
});

describe("highestFinalBlock", () => {
  const tagged = head({ safeNumber: 900n, finalizedNumber: 800n });

  test.each([
    ["blocks", blocks(10), tagged, 991n],
    ["safe", safe, tagged, 900n],
    ["finalized", finalized, tagged, 800n],
    ["a tag that the node does not know", safe, head({}), null],
    ["more blocks than there are", blocks(1_002), head({}), null],
    ["a tag that finality has overtaken", safe, head({ safeNumber: 700n, finalizedNumber: 998n }), 998n],
    ["blocks that finality has overtaken", blocks(10), head({ finalizedNumber: 998n }), 998n],
    ["all the blocks there are", blocks(1_001), head({}), 0n],
  ])("by %s", (_, requirement, at, highest) => {
    expect(highestFinalBlock(requirement, at)).toBe(highest);
    if (highest === null) return;
    expect(isFinal(requirement, highest, at)).toBe(true);
    expect(isFinal(requirement, highest + 1n, at)).toBe(false);
  });
});

describe("usesTags", () => {
  const tier = (requirement: Requirement) => [{ belowTokens: null, requirement }];
  test.each([
    ["no part", blocks(1), blocks(1), blocks(1), false],
    ["payments", safe, blocks(1), blocks(1), true],
    ["fast payments", blocks(1), safe, blocks(1), true],
    ["settlement", blocks(1), blocks(1), finalized, true],
  ])("%s of the policy waits for a tag", (_, paid, fast, settle, uses) => {
    expect(usesTags({ paid: tier(paid), fast: tier(fast), settle })).toBe(uses);
  });

  test("is true when one tier has a tag", () => {
    const paid = [{ belowTokens: 10, requirement: blocks(1) }, ...tier(safe)];
    expect(usesTags({ paid, fast: [], settle: blocks(1) })).toBe(true);
  });
});
