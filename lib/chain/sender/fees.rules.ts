/** What a transaction pays for its gas, in wei per gas (EIP-1559). The tip is part of the maximum. */
export type Fees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint };

/** Nodes take another transaction under the same nonce only when both of its fees are higher by a tenth. */
const replacementPercent = 110n;
/** 12.5 %: above what any node asks, and as much as the base fee can rise in one block. */
const raisePermille = 1_125n;

/**
 * What is offered at this moment: room for the base fee to double, which takes six full blocks; never above the
 * ceiling. Null when not even the next block can be paid under it.
 *
 * @example feesAt({ baseFeePerGas: 10n, tip: 1n }, 100n) // { maxFeePerGas: 21n, maxPriorityFeePerGas: 1n }
 */
export function feesAt(
  { baseFeePerGas, tip }: { baseFeePerGas: bigint; tip: bigint },
  ceiling: bigint,
): Fees | null {
  if (baseFeePerGas + tip > ceiling) return null;
  return { maxFeePerGas: lower(2n * baseFeePerGas + tip, ceiling), maxPriorityFeePerGas: tip };
}

/**
 * The fees of the next attempt at a transaction that is not mined: both raised by 12.5 %, rounded up, or to the
 * market's where that is more, and never above the ceiling.
 *
 * @param market null while it is above the ceiling
 * @returns null when the ceiling leaves no room for a raise that nodes accept
 *
 * @example raiseFees({ maxFeePerGas: 8n, maxPriorityFeePerGas: 1n }, null, 100n) // { maxFeePerGas: 9n, maxPriorityFeePerGas: 2n }
 */
export function raiseFees(offered: Fees, market: Fees | null, ceiling: bigint): Fees | null {
  const maxFeePerGas = lower(higher(raised(offered.maxFeePerGas), market?.maxFeePerGas ?? 0n), ceiling);
  const maxPriorityFeePerGas = lower(
    higher(raised(offered.maxPriorityFeePerGas), market?.maxPriorityFeePerGas ?? 0n),
    maxFeePerGas,
  );
  const replaces =
    maxFeePerGas >= leastReplacement(offered.maxFeePerGas) &&
    maxPriorityFeePerGas >= leastReplacement(offered.maxPriorityFeePerGas);
  return replaces ? { maxFeePerGas, maxPriorityFeePerGas } : null;
}

const raised = (fee: bigint): bigint => roundedUp(fee * raisePermille, 1_000n);
const leastReplacement = (fee: bigint): bigint => roundedUp(fee * replacementPercent, 100n);
const roundedUp = (dividend: bigint, divisor: bigint): bigint => (dividend + divisor - 1n) / divisor;
const lower = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const higher = (a: bigint, b: bigint): bigint => (a > b ? a : b);
