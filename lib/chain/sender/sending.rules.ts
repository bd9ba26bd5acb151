import { minuteMs } from "@/lib/platform/values/time.rules";

/** How the service's wallets send transactions on one chain. */
export type SendingPolicy = {
  /** The most that is ever paid, in wei per gas, tip included. */
  maxFeePerGasWei: bigint;
  /** The least tip, in wei per gas: below it some chains take no transaction. */
  minPriorityFeePerGasWei: bigint;
  /** What one wallet may spend on the chain in a day (UTC), in wei of its coin; null for no limit. */
  dailyCapWei: bigint | null;
  /**
   * How a rollup charges for data. `op-stack`: beside the gas, by its GasPriceOracle. `none`: not at all, or, as
   * Arbitrum does, as part of the gas, so that estimates and receipts hold it already.
   */
  l1Fee: "none" | "op-stack";
  /** How long a transaction may wait for a block before it is signed again with higher fees. */
  stuckAfterMs: number;
};

const gwei = 10n ** 9n;

const milliCoin = 10n ** 15n;

/** For chains of which nothing is known. */
const cautious: SendingPolicy = {
  maxFeePerGasWei: 1_000n * gwei,
  minPriorityFeePerGasWei: gwei / 1_000n,
  dailyCapWei: null,
  l1Fee: "none",
  stuckAfterMs: minuteMs,
};

/** Gas costs hundredths of a gwei on Base and Arbitrum and some tens on Polygon, whose nodes take no tip below 25. */
const known: ReadonlyMap<number, Partial<SendingPolicy>> = new Map([
  [8453, { maxFeePerGasWei: 5n * gwei, dailyCapWei: 50n * milliCoin, l1Fee: "op-stack" }],
  [
    137,
    {
      maxFeePerGasWei: 2_000n * gwei,
      minPriorityFeePerGasWei: 25n * gwei,
      dailyCapWei: 200_000n * milliCoin,
    },
  ],
  [42161, { maxFeePerGasWei: 5n * gwei, minPriorityFeePerGasWei: 0n, dailyCapWei: 50n * milliCoin }],
]);

export function defaultSending(chainId: number): SendingPolicy {
  return { ...cautious, ...known.get(chainId) };
}

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

/**
 * Whether a node's words mean that it gave a transaction the nonce of another that was sent at the same moment, and did
 * not take it: anyone who sends it again then pays once. Words that leave open whether it was taken are not among them.
 */
export function tellsLostNonce(words: string): boolean {
  return /replacement transaction underpriced|nonce too low/.test(words);
}

/** What a wallet has spent on a chain since midnight; open transactions count with the most that they can cost. */
export type GasOfDay = {
  spentWei: bigint;
  /** Of it, for all projects of the owner in question. */
  byOwnerWei: bigint;
  /** Whether the wallet works for other owners, too. */
  isShared: boolean;
};

/**
 * Whether a call for an owner's project fits under what the wallet may spend in a day. Of a shared wallet an owner gets at
 * most half of what the others leave, so after each call as much as the owner has spent is left for the next one: of n
 * owners that all want more than there is, each gets 1/(n + 1) of the cap, however many projects they have.
 */
export function fitsDailyCap(day: GasOfDay, costWei: bigint, limitWei: bigint): boolean {
  const leftByOthers = limitWei - (day.spentWei - day.byOwnerWei);
  const wanted = day.byOwnerWei + costWei;
  return wanted * (day.isShared ? 2n : 1n) <= leftByOthers;
}
