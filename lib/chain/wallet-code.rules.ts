/** Whether one wallet has code, by chain id; null when no node of the chain ever answered. */
export type CodeByChain = ReadonlyMap<number, boolean | null>;

/**
 * Whether a wallet is a contract: code on one chain is enough, and only answers from all chains show that it has none.
 * Null when unknown.
 */
export function isContractWallet(code: CodeByChain): boolean | null {
  const answers = [...code.values()];
  if (answers.includes(true)) return true;
  return answers.length === 0 || answers.includes(null) ? null : false;
}

/**
 * Whether money sent to the wallet on this chain reaches its owner. A key owns its address everywhere; a contract only
 * where it is deployed. Null when unknown.
 */
export function reachesOwner(code: CodeByChain, chainId: number): boolean | null {
  const isContract = isContractWallet(code);
  return isContract === true ? (code.get(chainId) ?? null) : isContract === null ? null : true;
}
