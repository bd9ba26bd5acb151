import type { TokenRef } from "@/lib/chain/token.rules";
import type { Hex } from "@/lib/platform/hex.rules";
import type { NewLog } from "./payment-store.port";
import type { Refund } from "./refund.rules";

/** Out of whose hands a customer gets money back. */
export type RefundSource = "DEPOSIT" | "MERCHANT";

/** A log by which money went back, to be recorded. */
export type NewRefundPayment = NewLog & {
  /** Null for a token that the checkout was not paid in: there is no refund of that. */
  refundId: string | null;
  fromAccount: RefundSource;
  toAddress: Hex;
};

/** A refund with its row locked, and what pays it. */
export type WatchedRefund = {
  refund: Refund;
  /** A canonical log pays it. */
  paid: boolean;
  /** It was written down because somebody sent funds back that nobody had asked for. */
  unasked: boolean;
  /** The service's transaction for it, under every hash that it was signed with; null when there was none. */
  outgoing: { canPay: boolean; txHashes: readonly Hex[] } | null;
  handedInTxHash: Hex | null;
};

/** A refund payment that became final just now. */
export type FinalRefundPayment = TokenRef & {
  checkoutId: string;
  refundId: string | null;
  fromAccount: RefundSource;
  toAddress: Hex;
  amountUnits: bigint;
  txHash: Hex;
};

/** What the watcher reads and writes of refunds, inside its transaction. The checkouts are locked before. */
export type RefundPaymentTransaction = {
  /** Checkouts with an open refund that one of these transfers from a merchant's wallet may pay. */
  awaiting(
    chainId: number,
    transfers: readonly { from: Hex; to: Hex; tokenAddress: Hex; amountUnits: bigint; txHash: Hex }[],
  ): Promise<string[]>;
  /** Remembers the transaction by which a merchant sent a refund's whole amount, of which the token lets less arrive. */
  noteHandedIn(refundId: string, txHash: Hex): Promise<void>;
  /** Whether something of this token was sent back out of the checkout's deposit address. */
  wentBack(checkoutId: string, token: TokenRef): Promise<boolean>;
  /** The checkouts' open refunds, and those named; locked in id order. */
  lockRefunds(checkoutIds: readonly string[], refundIds: readonly string[]): Promise<WatchedRefund[]>;
  /** Canonical refund payments in these transactions. */
  refundPaymentsIn(
    chainId: number,
    txHashes: readonly Hex[],
  ): Promise<Pick<NewRefundPayment, "txHash" | "blockHash" | "logIndex">[]>;
  /** Records payments with their ledger entries; one that is there already changes nothing. */
  insertRefundPayments(payments: readonly NewRefundPayment[]): Promise<void>;
  /** Writes refunds that nobody had asked for. The checkout's sums are the caller's. */
  insertRefunds(refunds: readonly Refund[]): Promise<void>;
  /** Writes status, transaction and end of refunds. The checkout's sums are the caller's. */
  saveRefunds(refunds: readonly Refund[]): Promise<void>;
  markRefundPaymentsFinal(ids: readonly string[], at: Date): Promise<FinalRefundPayment[]>;
};
