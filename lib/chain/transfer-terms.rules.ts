import type { Requirement } from "./confirmation-policy.rules";
import { type ChainTerms, chainRows } from "./known-chains.rules";

const localSeconds = { blockSeconds: 1, safeSeconds: 1, finalizedSeconds: 1 };

/** Chains on this machine stand for two real ones, of which one is cheaper. */
const localTerms: ReadonlyMap<number, ChainTerms> = new Map([
  [31337, { ...localSeconds, feeUsd: "0.01" }],
  [31338, { ...localSeconds, feeUsd: "0.001" }],
]);

function termsOf(chainId: number): ChainTerms | undefined {
  return chainRows.find((row) => row.chainId === chainId)?.terms ?? localTerms.get(chainId);
}

/** About what one token transfer costs its sender, in US dollars; null for a chain that we don't know. */
export function typicalFeeUsd(chainId: number): string | null {
  return termsOf(chainId)?.feeUsd ?? null;
}

/** About how long a new transfer takes to meet the requirement; null without a figure. */
export function typicalSeconds(chainId: number, requirement: Requirement): number | null {
  const terms = termsOf(chainId);
  if (terms === undefined) return null;
  if (requirement.kind === "blocks") return Math.ceil(requirement.blocks * terms.blockSeconds);
  return requirement.tag === "safe" ? terms.safeSeconds : terms.finalizedSeconds;
}
