import type { ChainSender } from "../ports/chain-sender";
import type { Clock } from "../ports/clock";
import type { SettlementTerms } from "../ports/settlement-store";

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;

/**
 * By which deposits are chosen: a refund holds them up for a day, and so does a sweep that failed; for an hour when it
 * was alone in a transaction that reverted.
 */
export function settlementTerms(
  { clock }: { clock: Clock },
  { chainId, operatorAddress }: Pick<ChainSender, "chainId" | "operatorAddress">,
  settledUpTo: bigint,
): SettlementTerms {
  const at = clock.now();
  const dayAgo = new Date(at.getTime() - dayMs);
  return {
    chainId,
    upTo: settledUpTo,
    walletAddress: operatorAddress,
    refundsSince: dayAgo,
    failedSince: dayAgo,
    revertedSince: new Date(at.getTime() - hourMs),
    at,
  };
}
