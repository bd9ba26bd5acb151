import { minuteMs } from "@/lib/platform/values/time.rules";

/** The sending policy of the service's wallets on one chain. */
export type SendingPolicy = {
  /** The highest price, in wei per gas, tip included. */
  maxFeePerGasWei: bigint;
  /** The lowest tip, in wei per gas: some chains reject transactions below it. */
  minPriorityFeePerGasWei: bigint;
  /** One wallet's daily limit (UTC) on the chain, in wei; null for no limit. */
  dailyCapWei: bigint | null;
  /**
   * How a rollup charges for data. `op-stack`: besides gas, by its GasPriceOracle. `none`: not at all or, like
   * Arbitrum, as part of the gas, so that estimates and receipts include it.
   */
  l1Fee: "none" | "op-stack";
  /** How long a transaction may stay unmined before its fees are raised. */
  stuckAfterMs: number;
};

const gwei = 10n ** 9n;

const milliCoin = 10n ** 15n;

/** For unknown chains. */
const cautious: SendingPolicy = {
  maxFeePerGasWei: 1_000n * gwei,
  minPriorityFeePerGasWei: gwei / 1_000n,
  dailyCapWei: null,
  l1Fee: "none",
  stuckAfterMs: minuteMs,
};

/** Gas costs hundredths of a gwei on Base and Arbitrum, and some tens on Polygon, whose nodes reject tips below 25. */
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

/** Nodes replace a transaction only when both of its fees rise by at least a tenth. */
const replacementPercent = 110n;

/** 12.5 %: above what any node asks, and as much as the base fee can rise in one block. */
const raisePermille = 1_125n;

/**
 * The fees to offer now: the base fee may double, which takes six full blocks; never above the ceiling. Null when the
 * ceiling does not even cover the next block.
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
 * The fees of the next attempt: both raised by 12.5 %, rounded up, or to the market's if higher, and never above the
 * ceiling.
 *
 * @param market null while it is above the ceiling
 * @returns null when the ceiling leaves no room for a raise that nodes accept
 *
 * @example raiseFees({ maxFeePerGas: 8n, maxPriorityFeePerGas: 1n }, null, 100n) // { maxFeePerGas: 9n,
 * maxPriorityFeePerGas: 2n }
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
 * Whether a node's message means that it gave the transaction a nonce already used by a concurrent one, and rejected
 * it: sending again then pays once. Ambiguous messages do not count.
 */
export function tellsLostNonce(words: string): boolean {
  return /replacement transaction underpriced|nonce too low/.test(words);
}

/** A wallet's spending on a chain since midnight; open transactions count with their maximum. */
export type GasOfDay = {
  spentWei: bigint;
  /** The part spent for all projects of this owner. */
  byOwnerWei: bigint;
  /** Whether the wallet also works for other owners. */
  isShared: boolean;
};

/**
 * Whether a call for an owner's project fits under the wallet's daily cap. On a shared wallet an owner gets at most
 * half of what the others leave, so that after each call as much as the owner has spent remains for the next: of n
 * owners that all want more than there is, each gets 1/(n + 1) of the cap, for any number of projects.
 */
export function fitsDailyCap(day: GasOfDay, costWei: bigint, limitWei: bigint): boolean {
  const leftByOthers = limitWei - (day.spentWei - day.byOwnerWei);
  const wanted = day.byOwnerWei + costWei;
  return wanted * (day.isShared ? 2n : 1n) <= leftByOthers;
}
