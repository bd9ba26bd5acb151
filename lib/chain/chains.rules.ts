import type { SendingPolicy } from "@/lib/chain/sender/sending.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { ConfirmationPolicy } from "./confirmation-policy.rules";
import type { TokenRef } from "./token.rules";

export type Token = {
  symbol: string;
  name: string;
  /** Lower-case. */
  address: Hex;
  decimals: number;
  /** ISO 4217: one token is worth one unit of this currency. The dollar by default. */
  currency?: string | undefined;
  /** Who created the contract and stands behind it; only of tokens that we know. */
  issuer?: string | undefined;
  /** Not the issuer's own contract: a bridge or an exchange issues it against the real one. */
  bridged?: boolean | undefined;
};

/** The currency of which one token is worth one. */
export function currencyOf({ currency = "USD" }: Pick<Token, "currency">): string {
  return currency;
}

/** The coin in which a chain's gas is paid; wei is its smallest unit. */
export type NativeCurrency = { name: string; symbol: string; decimals: number };

export const ether: NativeCurrency = { name: "Ether", symbol: "ETH", decimals: 18 };

/** Stands in where a chain is no longer enabled, and not known either. */
export const unnamedCoin: NativeCurrency = { name: "Coin", symbol: "coins", decimals: 18 };

/** A chain on which the service accepts payments. */
export type Chain = {
  chainId: number;
  /** Display name for customers. */
  name: string;
  /** Null without one (local chains). */
  blockExplorerUrl: string | null;
  /** A chain on this machine: its tokens are play money. */
  local: boolean;
  tokens: readonly Token[];
  pollIntervalMs: number;
  /** The most calls per request to a node. */
  maxBatch: number;
  /** The widest block range per request to a node. */
  maxBlockRange: number;
  /** Above this many watched addresses, we read all transfers of the tokens instead of filtering by address. */
  maxFilterAddresses: number;
  confirmations: ConfirmationPolicy;
  sending: SendingPolicy;
  nativeCurrency: NativeCurrency;
  /** Approximate US dollars for one native coin, to price gas. Null when gas is free or the price is unknown. */
  nativeCoinUsd: number | null;
};

/** Spec D7: up to this number we find unknown tokens, too. */
export const defaultFilterAddresses = 1_000;

/** Most providers accept as many calls in a batch. */
export const defaultBatch = 100;

/** Chain ids that development nodes use; never a real network's. */
export const localChainIds: ReadonlySet<number> = new Set([31337, 31338]);

/** The chain with this id. @throws when it is not enabled */
export function enabledChain(chains: readonly Chain[], chainId: number): Chain {
  const chain = chains.find((candidate) => candidate.chainId === chainId);
  if (chain === undefined) throw new Error(`chain ${chainId} is not enabled`);
  return chain;
}

/** Creates one of these for each chain, found by its id. @returns throws for a chain that is not enabled */
export function perChain<C extends { chainId: number }, T>(
  chains: readonly C[],
  create: (chain: C) => T,
): (chainId: number) => T {
  const created = new Map(chains.map((chain) => [chain.chainId, create(chain)]));
  return (chainId) => {
    const found = created.get(chainId);
    if (found === undefined) throw new Error(`chain ${chainId} is not enabled`);
    return found;
  };
}

/** The token with its chain; null when the chain is not enabled or does not list it. */
export function findToken(chains: readonly Chain[], ref: TokenRef): { chain: Chain; token: Token } | null {
  const chain = chains.find(({ chainId }) => chainId === ref.chainId);
  const token = chain?.tokens.find(({ address }) => address === ref.tokenAddress);
  return chain === undefined || token === undefined ? null : { chain, token };
}

/** A token's decimals; the usual six when it is no longer listed. */
export function decimalsOf(chains: readonly Chain[], ref: TokenRef): number {
  return findToken(chains, ref)?.token.decimals ?? 6;
}

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
