import type { Chain } from "@/lib/chain/chains.rules";
import { withChecksums } from "@/lib/platform/primitives.schema";
import { moneyWords } from "../messages/money";

/** A chain in words; by its number where it is no longer enabled. */
export function chainName(chains: readonly Chain[], chainId: number): string {
  return chains.find((chain) => chain.chainId === chainId)?.name ?? moneyWords.unknownChain(chainId);
}

/** A page of the chain's explorer; null where it has none. */
export function explorerUrl(
  chains: readonly Chain[],
  chainId: number,
  kind: "tx" | "address",
  value: string,
): string | null {
  const url = chains.find((chain) => chain.chainId === chainId)?.blockExplorerUrl ?? null;
  return url === null ? null : `${url.replace(/\/$/, "")}/${kind}/${withChecksums(value)}`;
}

/** The end of a checkout's id, where it has no reference and there is little room: its beginning is but its time. */
export function shortId(id: string): string {
  return `…${id.slice(-8)}`;
}
