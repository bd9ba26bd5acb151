import { minuteMs } from "@/lib/platform/durations.rules";

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
