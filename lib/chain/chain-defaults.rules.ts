import { type Chain, defaultBatch, defaultFilterAddresses, localChainIds } from "./chains.rules";
import { blocks, type ConfirmationPolicy, cautiousPolicy } from "./confirmation-policy.rules";
import { chainRows, fastBelow100 } from "./known-chains.rules";
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
