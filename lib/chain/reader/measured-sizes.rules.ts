import type { Chain } from "@/lib/chain/chains.rules";

/** The largest request of each kind that the node accepted, of what the service sends; 0 when not even the smallest. */
export type MeasuredSizes = { calls: number; blocks: number; addresses: number };

/** What a chain's settings allow at its busiest. */
export function busiestSizes(
  {
    maxBatch,
    maxBlockRange,
    maxFilterAddresses,
  }: Pick<Chain, "maxBatch" | "maxBlockRange" | "maxFilterAddresses">,
  headNumber: bigint,
): MeasuredSizes {
  return {
    calls: maxBatch,
    blocks: Math.min(maxBlockRange, Number(headNumber) + 1),
    addresses: maxFilterAddresses,
  };
}

/** @example "100 calls in a batch, 1000 blocks in a range and 1000 addresses in a filter" */
export function describeSizes({ calls, blocks, addresses }: MeasuredSizes): string {
  return `${calls} calls in a batch, ${blocks} blocks in a range and ${addresses} addresses in a filter`;
}
