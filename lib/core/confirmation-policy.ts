/** What a payment waits for: a number of blocks counting its own, or the chain's word. */
export type Requirement =
  | { kind: "blocks"; blocks: number }
  | { kind: "tag"; tag: "safe" | "finalized"; whenStalled?: { blocks: number } | undefined };

/** The first tier whose limit lies above the amount applies; the last has no limit. */
export type Tier = { belowTokens: number | null; requirement: Requirement };

export type ConfirmationPolicy = {
  paid: readonly Tier[];
  settle: Requirement;
};

/** What is known of a chain's head. */
export type ChainHead = {
  headNumber: bigint;
  safeNumber: bigint | null;
  finalizedNumber: bigint | null;
  /** The tags have not moved for ten minutes. */
  tagsStalled: boolean;
};

const blocks = (count: number): Requirement => ({ kind: "blocks", blocks: count });
const safe: Requirement = { kind: "tag", tag: "safe" };
const finalized: Requirement = { kind: "tag", tag: "finalized" };

const rollupPolicy = (count: number): ConfirmationPolicy => ({
  paid: [
    { belowTokens: 1_000, requirement: blocks(count) },
    { belowTokens: 10_000, requirement: safe },
    { belowTokens: null, requirement: finalized },
  ],
  settle: safe,
});

const localPolicy: ConfirmationPolicy = {
  paid: [{ belowTokens: null, requirement: blocks(2) }],
  settle: blocks(2),
};

const policies: Readonly<Record<number, ConfirmationPolicy>> = {
  8453: rollupPolicy(10),
  137: {
    paid: [
      { belowTokens: 1_000, requirement: { ...finalized, whenStalled: { blocks: 512 } } },
      { belowTokens: null, requirement: finalized },
    ],
    settle: finalized,
  },
  42161: rollupPolicy(60),
  31337: localPolicy,
  31338: localPolicy,
};

/** Without a policy of its own a chain's payments wait until they are finalized. */
const cautiousPolicy: ConfirmationPolicy = {
  paid: [{ belowTokens: null, requirement: finalized }],
  settle: finalized,
};

export function confirmationPolicy(chainId: number): ConfirmationPolicy {
  return policies[chainId] ?? cautiousPolicy;
}

/** What a payment of `amountUnits` waits for until it is PAID; one token counts as one dollar. */
export function paidRequirement(
  policy: ConfirmationPolicy,
  amountUnits: bigint,
  decimals: number,
): Requirement {
  const unit = 10n ** BigInt(decimals);
  for (const tier of policy.paid) {
    if (tier.belowTokens === null || amountUnits < BigInt(tier.belowTokens) * unit) return tier.requirement;
  }
  return finalized;
}

/** Blocks seen, counting the transfer's own: head − block + 1. */
export function confirmationsSeen(blockNumber: bigint, headNumber: bigint): number {
  return headNumber < blockNumber ? 0 : Number(headNumber - blockNumber + 1n);
}

/** Whether a block is final by the requirement. */
export function isFinal(requirement: Requirement, blockNumber: bigint, head: ChainHead): boolean {
  if (requirement.kind === "blocks")
    return confirmationsSeen(blockNumber, head.headNumber) >= requirement.blocks;
  const tagged = requirement.tag === "safe" ? head.safeNumber : head.finalizedNumber;
  if (tagged !== null && blockNumber <= tagged) return true;
  const fallback = requirement.whenStalled;
  return (
    head.tagsStalled &&
    fallback !== undefined &&
    confirmationsSeen(blockNumber, head.headNumber) >= fallback.blocks
  );
}

/** The blocks that a page shows as "Confirming n of m"; null when it waits for the chain's word instead. */
export function requiredBlocks(requirement: Requirement): number | null {
  return requirement.kind === "blocks" ? requirement.blocks : null;
}

/** The highest block that is final by the requirement; null when none is known to be. */
export function highestFinalBlock(requirement: Requirement, head: ChainHead): bigint | null {
  if (requirement.kind === "tag") return requirement.tag === "safe" ? head.safeNumber : head.finalizedNumber;
  const number = head.headNumber - BigInt(requirement.blocks) + 1n;
  return number < 0n ? null : number;
}
