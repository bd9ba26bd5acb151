import type { TokenRef } from "@/lib/chain/token.rules";
import type { TimelineEntry } from "@/lib/checkouts/checkout.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { Refund } from "./refund.rules";

/** A log to be recorded: funds that came to a deposit address (transfer), left it (sweep) or went back (refund). */
export type NewLog = TokenRef & {
  id: string;
  checkoutId: string;
  blockNumber: bigint;
  blockHash: Hex;
  blockTimestamp: Date;
  txHash: Hex;
  logIndex: number;
  amountUnits: bigint;
};

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
  /** It was written down because someone sent funds back that were not requested. */
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
  /** Writes refunds that were not requested. The checkout's sums are the caller's. */
  insertRefunds(refunds: readonly Refund[]): Promise<void>;
  /** Writes status, transaction and end of refunds. The checkout's sums are the caller's. */
  saveRefunds(refunds: readonly Refund[]): Promise<void>;
  markRefundPaymentsFinal(ids: readonly string[], at: Date): Promise<FinalRefundPayment[]>;
};

/** What the chain did to a refund: the checkout's timeline and its events follow from it. */
export type RefundMove = {
  kind: /** Seen on the chain. */
    | "refund.sent"
    /** Seen, and it was not requested. */
    | "refund.unasked"
    /** Seen, and of a token that the checkout was not paid in: no refund of what it received. */
    | "refund.stray"
    | "refund.completed"
    /** A reorg took it. */
    | "refund.reverted"
    /** It was unasked, and is not there any more. */
    | "refund.cancelled";
  checkoutId: string;
  /** As it is after the move; null for a stray one. */
  refund: Refund | null;
  payment: SentPayment | null;
  /** Of a refund that counted as completed, what a reorg took of it; 0 otherwise. */
  lostUnits: bigint;
};

/** How the money went back. */
export type SentPayment = TokenRef & { from: RefundSource; to: Hex; amountUnits: bigint; txHash: Hex };

/** The refunds' timeline in the words of their merchant. */
export function refundEntry(move: RefundMove, at: Date): TimelineEntry {
  return { kind: move.kind, details: refundDetails(move), at };
}

export function refundDetails({ refund, payment }: RefundMove): TimelineEntry["details"] {
  return {
    ...(refund === null ? {} : { refundId: refund.id, status: refund.status }),
    ...(payment === null
      ? {}
      : {
          chainId: payment.chainId,
          tokenAddress: payment.tokenAddress,
          amount: payment.amountUnits.toString(),
          txHash: payment.txHash,
          // Not `from` and `to`: those are statuses throughout the timeline.
          source: payment.from === "DEPOSIT" ? "deposit" : "merchant",
          destination: payment.to,
        }),
  };
}
