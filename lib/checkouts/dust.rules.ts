import type { Hex } from "@/lib/platform/values/hex.rules";

/** A cent, where the price in tokens is not known. */
const centUnits = 10_000n;

/** Of a network's own coin, which never pays a checkout. */
export const leastWei = 10n ** 15n;

/**
 * Received amounts below this change nothing for the customer: anyone can send them at no cost. It is the project's
 * minimum, or else 1 % of the price.
 *
 * @param priceUnits null before a token was selected
 */
export function dustLimit(priceUnits: bigint | null, minimumUnits: bigint): bigint {
  if (minimumUnits > 0n) return minimumUnits;
  return priceUnits === null ? centUnits : (priceUnits + 99n) / 100n;
}

/** The wallet that paid most, and the sum of all others. */
export type MainPayer = { address: Hex; units: bigint; othersUnits: bigint };

/** Whether all others together sent only dust: then the payer's signature proves whose money it is. */
export function isOnlyPayer({ units, othersUnits }: MainPayer, dustUnits: bigint): boolean {
  return othersUnits < dustUnits && othersUnits < units;
}
