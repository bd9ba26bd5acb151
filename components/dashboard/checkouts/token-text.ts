import type { Chain } from "@/lib/core/chains";
import type { TokenRef } from "@/lib/core/checkout";
import { formatUnits } from "@/lib/core/money";
import { checkoutWords as words } from "../messages/checkouts";

/** What the pages need to know of a chain. */
export type ShownChain = Pick<Chain, "chainId" | "name" | "blockExplorerUrl" | "local" | "tokens">;

/** Of every token on the lists: what an amount is reckoned in before a token is chosen. */
const listedDecimals = 6;

/** @example tokenAmount(4_500_000n, { chainId: 31337, tokenAddress: "0x…" }, chains) // "4.50 USDC" */
export function tokenAmount(units: bigint, token: TokenRef | null, chains: readonly ShownChain[]): string {
  if (token === null) return formatUnits(units, listedDecimals);
  const known = tokenOf(token, chains);
  // How many of its units make a whole is told by the token itself, which may lie.
  if (known === null) return `${units} ${words.unknownUnits}`;
  return `${formatUnits(units, known.decimals)} ${known.symbol}`;
}

export function tokenOf(ref: TokenRef, chains: readonly ShownChain[]) {
  return (
    chains
      .find(({ chainId }) => chainId === ref.chainId)
      ?.tokens.find(({ address }) => address === ref.tokenAddress) ?? null
  );
}

export function networkName(chainId: number, chains: readonly ShownChain[]): string {
  return chains.find((chain) => chain.chainId === chainId)?.name ?? words.network(chainId);
}

/** The page of a transaction on the chain's explorer; null where there is none. */
export function transactionUrl(
  chainId: number,
  txHash: string,
  chains: readonly ShownChain[],
): string | null {
  const explorer = chains.find((chain) => chain.chainId === chainId)?.blockExplorerUrl ?? null;
  return explorer === null ? null : `${explorer}/tx/${txHash}`;
}

/** The page of an address, likewise. */
export function addressUrl(
  chainId: number | null,
  address: string,
  chains: readonly ShownChain[],
): string | null {
  const explorer = chains.find((chain) => chain.chainId === chainId)?.blockExplorerUrl ?? null;
  return explorer === null ? null : `${explorer}/address/${address}`;
}
