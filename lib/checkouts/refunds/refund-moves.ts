import type { TokenRef } from "@/lib/chain/token.rules";
import type { TimelineEntry } from "@/lib/checkouts/checkout.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { Refund } from "./refund.rules";

/** A log to record: funds that arrived at a deposit address (transfer), left it (sweep) or were refunded (refund). */
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

/** Whose wallet pays the refund. */
export type RefundSource = "DEPOSIT" | "MERCHANT";

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
  /** Whether any of this token was refunded from the checkout's deposit address. */
  wentBack(checkoutId: string, token: TokenRef): Promise<boolean>;
  /** The checkouts' open refunds and the named ones; locked in id order. */
  lockRefunds(checkoutIds: readonly string[], refundIds: readonly string[]): Promise<WatchedRefund[]>;
  /** Canonical refund payments in these transactions. */
  refundPaymentsIn(
    chainId: number,
    txHashes: readonly Hex[],
  ): Promise<Pick<NewRefundPayment, "txHash" | "blockHash" | "logIndex">[]>;
  /** Records payments with their ledger entries; an existing one changes nothing. */
  insertRefundPayments(payments: readonly NewRefundPayment[]): Promise<void>;
  /** Writes refunds that no one requested. The caller updates the checkout's sums. */
  insertRefunds(refunds: readonly Refund[]): Promise<void>;
  /** Writes status, transaction and completion of refunds. The caller updates the checkout's sums. */
  saveRefunds(refunds: readonly Refund[]): Promise<void>;
  markRefundPaymentsFinal(ids: readonly string[], at: Date): Promise<FinalRefundPayment[]>;
};

/** A refund's change on the chain, which leads to timeline entries and events of its checkout. */
export type RefundMove = {
  kind: /** Seen on the chain. */
    | "refund.sent"
    /** Seen, without a request. */
    | "refund.unasked"
    /** Seen in a token in which the checkout was not paid, so it refunds nothing. */
    | "refund.stray"
    | "refund.completed"
    /** A reorg took it back. */
    | "refund.reverted"
    /** It had no request, and a reorg took it back. */
    | "refund.cancelled";
  checkoutId: string;
  /** The refund after the move; null for a stray one. */
  refund: Refund | null;
  payment: SentPayment | null;
  /** The part of a completed refund that a reorg took back; otherwise 0. */
  lostUnits: bigint;
};

/** How the refund was paid. */
export type SentPayment = TokenRef & { from: RefundSource; to: Hex; amountUnits: bigint; txHash: Hex };

/** A timeline entry for a refund's move. */
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
          // Not `from` and `to`: in the timeline those are statuses.
          source: payment.from === "DEPOSIT" ? "deposit" : "merchant",
          destination: payment.to,
        }),
  };
}
