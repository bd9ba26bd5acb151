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
