import type { Requirement } from "./confirmation-policy.rules";

/** Round figures of a chain, for customers who choose one. Measured orders of magnitude, not quotes. */
type ChainTerms = {
  /** US dollars for one token transfer on an ordinary day, rounded up to one digit. */
  feeUsd: string;
  blockSeconds: number;
  /** Until the tags have passed a new block. */
  safeSeconds: number;
  finalizedSeconds: number;
};

const rollup = { feeUsd: "0.01", safeSeconds: 600, finalizedSeconds: 1_200 };

const terms: ReadonlyMap<number, ChainTerms> = new Map([
  [8453, { ...rollup, blockSeconds: 2 }],
  [137, { feeUsd: "0.001", blockSeconds: 2, safeSeconds: 10, finalizedSeconds: 10 }],
  [42161, { ...rollup, blockSeconds: 0.25 }],
  // They stand for two real ones, of which one is cheaper.
  [31337, { feeUsd: "0.01", blockSeconds: 1, safeSeconds: 1, finalizedSeconds: 1 }],
  [31338, { feeUsd: "0.001", blockSeconds: 1, safeSeconds: 1, finalizedSeconds: 1 }],
]);

/** About what one token transfer costs its sender, in US dollars; null for a chain that we don't know. */
export function typicalFeeUsd(chainId: number): string | null {
  return terms.get(chainId)?.feeUsd ?? null;
}

/** About how long a new transfer takes to meet the requirement; null for a chain that we don't know. */
export function typicalSeconds(chainId: number, requirement: Requirement): number | null {
  const known = terms.get(chainId);
  if (known === undefined) return null;
  const seconds =
    requirement.kind === "blocks"
      ? requirement.blocks * known.blockSeconds
      : requirement.tag === "safe"
        ? known.safeSeconds
        : known.finalizedSeconds;
  return Math.ceil(seconds);
}
