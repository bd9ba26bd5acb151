import { describe, expect, test } from "vitest";
import {
  type ChainHead,
  confirmationPolicy,
  confirmationsSeen,
  highestFinalBlock,
  isFinal,
  paidRequirement,
  type Requirement,
  requiredBlocks,
} from "./confirmation-policy";

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
    ["any other chain", 1, 1n, finalized],
    ["any other chain", 10, tokens(10_000), finalized],
  ])("on %s (%i) with %i units", (_, chainId, amountUnits, requirement) => {
    expect(paidRequirement(confirmationPolicy(chainId), amountUnits, 6)).toEqual(requirement);
  });

  test("the tiers count whole tokens, whatever the token's decimals", () => {
    const policy = confirmationPolicy(8453);
    expect(paidRequirement(policy, 10n ** 21n - 1n, 18)).toEqual(blocks(10));
    expect(paidRequirement(policy, 10n ** 21n, 18)).toEqual(safe);
    expect(paidRequirement(policy, 1_000n, 0)).toEqual(safe);
  });

  test("the most cautious where a policy has no tier for the amount", () => {
    const policy = { paid: [{ belowTokens: 5, requirement: blocks(1) }], settle: safe };
    expect(paidRequirement(policy, tokens(5), 6)).toEqual(finalized);
  });
});

test.each([
  [8453, safe],
  [137, finalized],
  [42161, safe],
  [31337, blocks(2)],
  [31338, blocks(2)],
  [1, finalized],
])("on chain %i settlement waits for its own requirement", (chainId, requirement) => {
  expect(confirmationPolicy(chainId).settle).toEqual(requirement);
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

describe("isFinal", () => {
  test("by blocks: with the last one needed, not before", () => {
    expect(isFinal(blocks(10), 992n, head({}))).toBe(false);
    expect(isFinal(blocks(10), 991n, head({}))).toBe(true);
    expect(isFinal(blocks(1), 1_001n, head({}))).toBe(false);
  });

  test("by tag: up to and with the tagged block, by its own tag", () => {
    const tagged = head({ safeNumber: 900n, finalizedNumber: 800n });
    expect(isFinal(safe, 900n, tagged)).toBe(true);
    expect(isFinal(safe, 901n, tagged)).toBe(false);
    expect(isFinal(finalized, 800n, tagged)).toBe(true);
    expect(isFinal(finalized, 801n, tagged)).toBe(false);
  });

  test("a chain without tags waits, however deep the block", () => {
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
    ["all the blocks there are", blocks(1_001), head({}), 0n],
  ])("by %s", (_, requirement, at, highest) => {
    expect(highestFinalBlock(requirement, at)).toBe(highest);
    if (highest === null) return;
    expect(isFinal(requirement, highest, at)).toBe(true);
    expect(isFinal(requirement, highest + 1n, at)).toBe(false);
  });
});
