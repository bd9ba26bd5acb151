import { type Chain, defaultBatch, defaultFilterAddresses, localChainIds } from "./chains.rules";
import {
  blocks,
  type ConfirmationPolicy,
  cautiousPolicy,
  type Requirement,
} from "./confirmation-policy.rules";
import { type ChainTerms, chainRows, fastBelow100 } from "./known-chains.rules";
import { nativeCurrencyOf } from "./native-currency.rules";
import { cautiousSending, type SendingPolicy } from "./sender/sending.rules";

/** Built-in data of public chains; settings add the RPC URLs, or whole further chains. */
export const knownChains: readonly Chain[] = chainRows.map(
  ({ maxBlockRange = 1_000, terms: _, sending, ...row }) => ({
    ...row,
    maxBlockRange,
    local: false,
    pollIntervalMs: 2_000,
    maxBatch: defaultBatch,
    maxFilterAddresses: defaultFilterAddresses,
    sending: { ...cautiousSending, ...sending },
    nativeCurrency: nativeCurrencyOf([], row.chainId),
  }),
);

const localPolicy: ConfirmationPolicy = {
  fast: fastBelow100(blocks(1)),
  paid: [{ belowTokens: null, requirement: blocks(2) }],
  settle: blocks(2),
};

/** The policy of a chain whose settings have none. */
export function defaultConfirmations(chainId: number): ConfirmationPolicy {
  if (localChainIds.has(chainId)) return localPolicy;
  return chainRows.find((row) => row.chainId === chainId)?.confirmations ?? cautiousPolicy;
}

export function defaultSending(chainId: number): SendingPolicy {
  return { ...cautiousSending, ...chainRows.find((row) => row.chainId === chainId)?.sending };
}

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
