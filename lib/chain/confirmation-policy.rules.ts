/** What a payment waits for: a number of blocks including its own, or the chain's tag. */
export type Requirement =
  | { kind: "blocks"; blocks: number }
  | { kind: "tag"; tag: "safe" | "finalized"; whenStalled?: { blocks: number } | undefined };

/** The first tier whose limit lies above the amount applies; the last has no limit. */
export type Tier = { belowTokens: number | null; requirement: Requirement };

export type ConfirmationPolicy = {
  paid: readonly Tier[];
  /** Tiers for merchants who want small amounts sooner; `paid` applies above them. */
  fast: readonly Tier[];
  settle: Requirement;
};

/**
 * A merchant's choice between speed and caution. FAST: small amounts count sooner, and the merchant bears the risk of a
 * reorg. CAREFUL: every amount waits as long as the largest. The chain's policy alone decides when funds move.
 */
export const confirmationSpeeds = ["FAST", "STANDARD", "CAREFUL"] as const;
export type ConfirmationSpeed = (typeof confirmationSpeeds)[number];

/** The known state of a chain's head. */
export type ChainHead = {
  headNumber: bigint;
  safeNumber: bigint | null;
  finalizedNumber: bigint | null;
  /** The tags have not moved for ten minutes. */
  tagsStalled: boolean;
};

export const blocks = (count: number): Requirement => ({ kind: "blocks", blocks: count });
export const safe: Requirement = { kind: "tag", tag: "safe" };
export const finalized: Requirement = { kind: "tag", tag: "finalized" };

/** Without a policy, a chain's payments wait until they are finalized. */
export const cautiousPolicy: ConfirmationPolicy = {
  fast: [],
  paid: [{ belowTokens: null, requirement: finalized }],
  settle: finalized,
};

/** What a payment of `amountUnits` waits for before it is PAID; one token counts as one dollar. */
export function paidRequirement(
  policy: ConfirmationPolicy,
  speed: ConfirmationSpeed,
  amountUnits: bigint,
  decimals: number,
): Requirement {
  if (speed === "CAREFUL") return policy.paid.at(-1)?.requirement ?? finalized;
  const unit = 10n ** BigInt(decimals);
  for (const tier of speed === "FAST" ? [...policy.fast, ...policy.paid] : policy.paid) {
    if (tier.belowTokens === null || amountUnits < BigInt(tier.belowTokens) * unit) return tier.requirement;
  }
  return finalized;
}

/** Whether the policy uses the chain's safe and finalized tags. */
export function usesTags({ paid, fast, settle }: ConfirmationPolicy): boolean {
  return [...paid, ...fast].some(({ requirement }) => requirement.kind === "tag") || settle.kind === "tag";
}

/** Blocks seen, counting the transfer's own: head − block + 1. */
export function confirmationsSeen(blockNumber: bigint, headNumber: bigint): number {
  return headNumber < blockNumber ? 0 : Number(headNumber - blockNumber + 1n);
}

/** Whether a block is final by the requirement. A block that the chain calls finalized always is. */
export function isFinal(requirement: Requirement, blockNumber: bigint, head: ChainHead): boolean {
  if (head.finalizedNumber !== null && blockNumber <= head.finalizedNumber) return true;
  if (requirement.kind === "blocks")
    return confirmationsSeen(blockNumber, head.headNumber) >= requirement.blocks;
  if (requirement.tag === "safe" && head.safeNumber !== null && blockNumber <= head.safeNumber) return true;
  const fallback = requirement.whenStalled;
  return (
    head.tagsStalled &&
    fallback !== undefined &&
    confirmationsSeen(blockNumber, head.headNumber) >= fallback.blocks
  );
}

/** The number of blocks for "Confirming n of m"; null when the payment waits for the chain's tag. */
export function requiredBlocks(requirement: Requirement): number | null {
  return requirement.kind === "blocks" ? requirement.blocks : null;
}

/** The highest block that is final by the requirement; null when unknown. */
export function highestFinalBlock(requirement: Requirement, head: ChainHead): bigint | null {
  const deepEnough = requirement.kind === "blocks" ? head.headNumber - BigInt(requirement.blocks) + 1n : null;
  const safeEnough = requirement.kind === "tag" && requirement.tag === "safe" ? head.safeNumber : null;
  const highest = [deepEnough, safeEnough, head.finalizedNumber].reduce<bigint>(
    (top, number) => (number !== null && number > top ? number : top),
    -1n,
  );
  return highest < 0n ? null : highest;
}
