import type { LockedCheckout } from "@/lib/checkouts/payment-store.port";
import type { AwaitedRefund } from "@/lib/payments/refunds/refund-matching.rules";
import type { Hex } from "@/lib/platform/hex.rules";

/** Something that does not fit, of one checkout, in words with ids and amounts. */
export type Discrepancy = { checkoutId: string; text: string };

/** A canonical log as the books have it. */
export type BookedLog = {
  kind: "transfer" | "sweep" | "refund" | "merchant_refund";
  checkoutId: string;
  /** Whose log it is: the deposit address; of a refund by the merchant's wallet whom it paid. */
  address: Hex;
  tokenAddress: Hex;
  blockNumber: bigint;
  blockHash: Hex;
  txHash: Hex;
  logIndex: number;
  amountUnits: bigint;
};

/** Reads everything, page by page, and writes nothing. Each method is of one moment. */
export type ReconcileStore = {
  /** Checkout ids in order after the given one; `deposits`: only those that ever received anything or are watched. */
  checkoutIds(
    which: "all" | "deposits",
    now: Date,
    afterCheckoutId: string,
    limit: number,
  ): Promise<string[]>;
  /** Deposit addresses with the time of their checkout's creation. */
  addresses(
    checkoutIds: readonly string[],
  ): Promise<{ checkoutId: string; depositAddress: Hex; createdAt: Date }[]>;
  /** Where the ledger is not the sum of the logs, or a log has not its entries. */
  ledger(checkoutIds: readonly string[]): Promise<Discrepancy[]>;
  /** Where a checkout's sums are not those of its transfers and refunds. */
  sums(checkoutIds: readonly string[]): Promise<Discrepancy[]>;
  /** Where events, timeline, status and deliveries do not fit each other. */
  events(checkoutIds: readonly string[]): Promise<Discrepancy[]>;
  /** What decides the checkouts' statuses; nothing is locked. */
  facts(checkoutIds: readonly string[]): Promise<LockedCheckout[]>;
  /** Canonical transfers, sweeps and payments of refunds in blocks up to and with `upTo`. */
  logs(chainId: number, checkoutIds: readonly string[], upTo: bigint): Promise<BookedLog[]>;
  /** Open refunds that have a destination and, by the books, no payment. */
  awaitedRefunds(chainId: number, checkoutIds: readonly string[]): Promise<AwaitedRefund[]>;
  /** Canonical payments of whatever refunds in these transactions. */
  refundPaymentsIn(
    chainId: number,
    txHashes: readonly Hex[],
  ): Promise<Pick<BookedLog, "txHash" | "logIndex">[]>;
};
