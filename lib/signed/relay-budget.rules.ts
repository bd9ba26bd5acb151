import type { CreatedVia } from "@/lib/checkouts/checkout.rules";

/** Gas of a project's signed payments in 24 hours. */
export type RelayUse = {
  /** Used, or reserved while the use is unknown. */
  gas: bigint;
  /** Those without a signed transaction: each will need gas, too. */
  pending: number;
  /** The part for checkouts that strangers made. */
  strangersGas: bigint;
  strangersPending: number;
};

/** Ways by which anyone can make a checkout: the key is in the shop's pages, the link is public. */
export const strangersWays: readonly CreatedVia[] = ["api_key", "link"];

/** Whether one more fits. Checkouts of strangers use at most half, so that the shop's own can always be signed for. */
export function fitsRelayBudget(
  use: RelayUse,
  { dailyGasPerProject, maxGasPerRelay }: { dailyGasPerProject: bigint; maxGasPerRelay: bigint },
  createdVia: CreatedVia,
): boolean {
  const fits = (gas: bigint, pending: number, limit: bigint) =>
    gas + maxGasPerRelay * BigInt(pending + 1) <= limit;
  return (
    fits(use.gas, use.pending, dailyGasPerProject) &&
    (!strangersWays.includes(createdVia) ||
      fits(use.strangersGas, use.strangersPending, dailyGasPerProject / 2n))
  );
}
