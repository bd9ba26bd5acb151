import type { Hex } from "@/lib/platform/values/hex.rules";
import { minuteMs } from "@/lib/platform/values/time.rules";

/**
 * How a rollup charges for data. `op-stack`, `scroll`: besides gas, by the oracle of that stack. `none`: not at all or,
 * like Arbitrum and Linea, as part of the gas or its price.
 */
export const l1Fees = ["none", "op-stack", "scroll"] as const;
export type L1Fee = (typeof l1Fees)[number];

/** The sending policy of the service's wallets on one chain. */
export type SendingPolicy = {
  /** The highest price, in wei per gas, tip included. */
  maxFeePerGasWei: bigint;
  /** The lowest tip, or price on a chain without a base fee, in wei per gas: some chains reject transactions below it. */
  minPriorityFeePerGasWei: bigint;
  /** One wallet's daily limit (UTC) on the chain, in wei; null for no limit. */
  dailyCapWei: bigint | null;
  l1Fee: L1Fee;
  /** How long a transaction may stay unmined before its fees are raised. */
  stuckAfterMs: number;
};

export const gwei = 10n ** 9n;

/** About what a call takes. */
const callGas = 100_000n;

/**
 * The highest price of gas on a chain that we don't know: a call costs at most two dollars, or without a price of the
 * coin a tenth of what a wallet may spend in a day. Null when neither is known.
 *
 * @example feeCeiling({ nativeCoinUsd: 2_000, decimals: 18, dailyCapWei: null }) // 10n * gwei
 */
export function feeCeiling(chain: {
  nativeCoinUsd: number | null;
  decimals: number;
  dailyCapWei: bigint | null;
}): bigint | null {
  const { nativeCoinUsd, decimals, dailyCapWei } = chain;
  if (nativeCoinUsd !== null) return BigInt(Math.ceil((2 / nativeCoinUsd) * 10 ** decimals)) / callGas;
  return dailyCapWei === null ? null : dailyCapWei / 10n / callGas;
}

/** For unknown chains. Settings lower the price by `feeCeiling`, except for local chains. */
export const cautiousSending: SendingPolicy = {
  maxFeePerGasWei: 1_000n * gwei,
  minPriorityFeePerGasWei: gwei / 1_000n,
  dailyCapWei: null,
  l1Fee: "none",
  stuckAfterMs: minuteMs,
};

/** The price of gas now, in wei per gas. */
export type GasMarket =
  | { kind: "base_fee"; baseFeePerGas: bigint; tip: bigint }
  /** Blocks have no base fee, or one of zero: nodes name one price (`eth_gasPrice`). */
  | { kind: "gas_price"; gasPrice: bigint };

/** How gas is paid on a chain, as one node shows it. */
export type GasTerms = {
  /** Null when nothing can be priced: no base fee, and no answer to `eth_gasPrice`. */
  pricing: GasMarket["kind"] | null;
  /** The oracle that the chain has, by which it charges for data besides gas. */
  l1Fee: L1Fee;
};

/** The forms of a transaction that we sign: EIP-1559 where blocks have a base fee, otherwise the older one. */
export type TransactionType = "eip1559" | "legacy";

/** What a transaction pays for its gas, in wei per gas. The tip is part of the maximum. */
export type Fees = {
  /** A legacy transaction has one price, which is both its maximum and its tip. */
  type: TransactionType;
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
};

/** The type of a transaction that we signed (EIP-2718). */
export function typeOfSigned(rawTransaction: Hex): TransactionType {
  return rawTransaction.startsWith("0x02") ? "eip1559" : "legacy";
}

/** Nodes replace a transaction only when both of its fees rise by at least a tenth. */
const replacementPercent = 110n;

/** 12.5 %: above what any node asks, and as much as the base fee can rise in one block. */
const raisePermille = 1_125n;

/** The market with at least this tip, or price where there is no base fee. */
export function raisedTo(market: GasMarket, least: bigint): GasMarket {
  if (market.kind === "gas_price") return { ...market, gasPrice: higher(market.gasPrice, least) };
  return { ...market, tip: higher(market.tip, least) };
}

/** The market's price for a transaction in the next block, tip included. */
export function priceNow(market: GasMarket): bigint {
  return market.kind === "gas_price" ? market.gasPrice : market.baseFeePerGas + market.tip;
}

/**
 * The fees to offer now: the base fee may double, which takes six full blocks; never above the ceiling. A single price
 * is paid in full, so we offer no more than that. Null when the ceiling does not even cover the next block.
 *
 * @example feesAt({ kind: "base_fee", baseFeePerGas: 10n, tip: 1n }, 100n) // { type: "eip1559", maxFeePerGas: 21n,
 * maxPriorityFeePerGas: 1n }
 */
export function feesAt(market: GasMarket, ceiling: bigint): Fees | null {
  const price = priceNow(market);
  if (price > ceiling) return null;
  if (market.kind === "gas_price") return legacyFees(price);
  const { baseFeePerGas, tip } = market;
  return {
    type: "eip1559",
    maxFeePerGas: lower(2n * baseFeePerGas + tip, ceiling),
    maxPriorityFeePerGas: tip,
  };
}

function legacyFees(gasPrice: bigint): Fees {
  return { type: "legacy", maxFeePerGas: gasPrice, maxPriorityFeePerGas: gasPrice };
}

/**
 * The fees of the next attempt: both raised by 12.5 %, rounded up, or to the market's if higher, and never above the
 * ceiling. The market decides the type: a node that refused one may accept the other.
 *
 * @param market null while it is above the ceiling
 * @returns null when the ceiling leaves no room for a raise that nodes accept
 *
 * @example raiseFees({ type: "eip1559", maxFeePerGas: 8n, maxPriorityFeePerGas: 1n }, null, 100n)
 * // { type: "eip1559", maxFeePerGas: 9n, maxPriorityFeePerGas: 2n }
 */
export function raiseFees(offered: Fees, market: Fees | null, ceiling: bigint): Fees | null {
  const maxFeePerGas = lower(higher(raised(offered.maxFeePerGas), market?.maxFeePerGas ?? 0n), ceiling);
  const replaces =
    maxFeePerGas > offered.maxFeePerGas && maxFeePerGas >= leastReplacement(offered.maxFeePerGas);
  if (!replaces) return null;
  if ((market ?? offered).type === "legacy") return legacyFees(maxFeePerGas);
  const maxPriorityFeePerGas = lower(
    higher(raised(offered.maxPriorityFeePerGas), market?.maxPriorityFeePerGas ?? 0n),
    maxFeePerGas,
  );
  if (maxPriorityFeePerGas < leastReplacement(offered.maxPriorityFeePerGas)) return null;
  return { type: "eip1559", maxFeePerGas, maxPriorityFeePerGas };
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
