/** Whether one wallet has code, by chain id; null where no node of the chain ever said. */
export type CodeByChain = ReadonlyMap<number, boolean | null>;

/**
 * Whether a wallet is a contract: one chain with code is enough, and only an answer from every chain shows that it
 * has none. Null while that is not known.
 */
export function isContractWallet(code: CodeByChain): boolean | null {
  const answers = [...code.values()];
  if (answers.includes(true)) return true;
  return answers.length === 0 || answers.includes(null) ? null : false;
}

/**
 * Whether money sent to the wallet on this chain reaches its owner. A key owns its address everywhere; a contract only
 * where it is deployed. Null while that is not known.
 */
export function reachesOwner(code: CodeByChain, chainId: number): boolean | null {
  const isContract = isContractWallet(code);
  return isContract === true ? (code.get(chainId) ?? null) : isContract === null ? null : true;
}
