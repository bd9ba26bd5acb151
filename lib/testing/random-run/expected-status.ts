import type { CheckoutStatus } from "@/lib/checkouts/checkout.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";

/** What decides a checkout's status in the end (decisions §7). */
export type FinalFacts = {
  expiresAt: Date;
  cancelled: boolean;
  quotes: readonly { chainId: number; tokenAddress: Hex; units: bigint }[];
  /** On the chain in the end. */
  transfers: readonly { chainId: number; tokenAddress: Hex; units: bigint; minedAt: Date }[];
};

/**
 * The status that a checkout must have once everything was seen and is final, told in the plainest way: a second
 * opinion on what the service computed step by step.
 *
 * @returns any of these is right: settling takes its time, and so does expiring
 */
export function expectedStatus(
  { expiresAt, cancelled, quotes, transfers }: FinalFacts,
  now: Date,
): CheckoutStatus[] {
  const completes = (isCounted: (minedAt: Date) => boolean) =>
    quotes.some(({ chainId, tokenAddress, units }) => {
      const sum = transfers
        .filter((transfer) => transfer.chainId === chainId && transfer.tokenAddress === tokenAddress)
        .filter(({ minedAt }) => isCounted(minedAt))
        .reduce((total, transfer) => total + transfer.units, 0n);
      return sum >= units;
    });
  const isComplete = completes(() => true);
  if (cancelled) return isComplete ? ["LATE_PAID"] : ["CANCELLED"];
  if (completes((minedAt) => minedAt <= expiresAt)) return ["PAID", "SETTLED"];
  if (isComplete) return ["LATE_PAID"];
  return expiresAt < now ? ["EXPIRED"] : ["PENDING"];
}
