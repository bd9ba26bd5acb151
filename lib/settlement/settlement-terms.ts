import type { Chain } from "@/lib/chain/chains.rules";
import type { ChainSender } from "@/lib/chain/sender/chain-sender.port";
import type { Clock } from "@/lib/platform/clock.port";
import { dayMs } from "@/lib/platform/durations.rules";
import type { Hex } from "@/lib/platform/hex.rules";
import type { SettlementTerms } from "./settlement-store.port";

export type TermsDeps = {
  clock: Clock;
  /** All that are enabled: each says whether the merchant's wallet is a contract. */
  chains: readonly Pick<Chain, "chainId">[];
  /** The service's refund wallet; null where the service has no key of it. */
  refundWallet: Hex | null;
};

/** By which deposits are chosen: a refund holds them up for a day, and so long a deposit of a reverted call goes alone. */
export function settlementTerms(
  { clock, chains, refundWallet }: TermsDeps,
  { chainId, operatorAddress }: Pick<ChainSender, "chainId" | "operatorAddress">,
  settledUpTo: bigint,
): SettlementTerms {
  const at = clock.now();
  const dayAgo = new Date(at.getTime() - dayMs);
  return {
    chainId,
    upTo: settledUpTo,
    walletAddress: operatorAddress,
    refundWallet,
    chainIds: chains.map((chain) => chain.chainId),
    refundsSince: dayAgo,
    revertedSince: dayAgo,
    at,
  };
}
