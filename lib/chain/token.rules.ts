import type { Hex } from "@/lib/platform/values/hex.rules";

/** One ERC-20 contract on one chain. This identifies a token, never its symbol. */
export type TokenRef = { chainId: number; tokenAddress: Hex };

export function sameToken(a: TokenRef, b: TokenRef): boolean {
  return a.chainId === b.chainId && a.tokenAddress === b.tokenAddress;
}

/** A sum of one token on one chain, in smallest units, and the number of its parts. */
export type TokenSum = { chainId: number; tokenAddress: Hex; units: bigint; count: number };
