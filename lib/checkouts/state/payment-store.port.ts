import type { TokenRef } from "@/lib/chain/token.rules";
import type { NewLog, RefundSource } from "@/lib/payments/chain-logs.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { Refund } from "@/lib/refunds/refund.rules";

/** A log of a refund payment, to be recorded. */
export type NewRefundPayment = NewLog & {
  /** Null for a token in which the checkout was not paid: no refund matches. */
  refundId: string | null;
  fromAccount: RefundSource;
  toAddress: Hex;
};

/** A refund with its row locked, and its payment. */
export type WatchedRefund = {
  refund: Refund;
  /** A canonical log pays it. */
  paid: boolean;
  /** We created it because someone sent funds back without a request. */
  unasked: boolean;
  /** The service's transaction for it, with every hash under which it was signed; null without one. */
  outgoing: { canPay: boolean; txHashes: readonly Hex[] } | null;
  handedInTxHash: Hex | null;
  submittedTxHash: Hex | null;
};

/** A refund payment that just became final. */
export type FinalRefundPayment = TokenRef & {
  checkoutId: string;
  refundId: string | null;
  fromAccount: RefundSource;
  toAddress: Hex;
  amountUnits: bigint;
  txHash: Hex;
};

/** The watcher's reads and writes of refunds, inside its transaction. It locks the checkouts first. */
export type RefundPaymentTransaction = {
  /** Checkouts with an open refund that one of these transfers from a merchant's wallet may pay. */
  awaiting(
    chainId: number,
    transfers: readonly { from: Hex; to: Hex; tokenAddress: Hex; amountUnits: bigint; txHash: Hex }[],
  ): Promise<string[]>;
  /**
   * Saves the hash of a transaction that sent a refund's whole amount but, because of the token's transfer fee,
   * delivered less.
   */
  noteHandedIn(refundId: string, txHash: Hex): Promise<void>;
  /** The checkouts' open refunds and the named ones; locked in id order. */
  lockRefunds(checkoutIds: readonly string[], refundIds: readonly string[]): Promise<WatchedRefund[]>;
  /** Canonical refund payments in these transactions. */
  refundPaymentsIn(
    chainId: number,
    txHashes: readonly Hex[],
  ): Promise<
    Pick<NewRefundPayment, "id" | "checkoutId" | "refundId" | "txHash" | "blockHash" | "logIndex">[]
  >;
  /** Records payments with their ledger entries; an existing one changes nothing. */
  insertRefundPayments(payments: readonly NewRefundPayment[]): Promise<void>;
  /** Writes refunds that no one requested. The caller updates the checkout's sums. */
  insertRefunds(refunds: readonly Refund[]): Promise<void>;
  /** Writes status, transaction and completion of refunds. The caller updates the checkout's sums. */
  saveRefunds(refunds: readonly Refund[]): Promise<void>;
  markRefundPaymentsFinal(ids: readonly string[], at: Date): Promise<FinalRefundPayment[]>;
};
