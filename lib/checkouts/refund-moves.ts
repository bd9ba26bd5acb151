import type { TokenRef } from "@/lib/chain/token.rules";
import type { Hex } from "@/lib/platform/hex.rules";
import type { TimelineEntry } from "./checkout.rules";
import type { Refund } from "./refund.rules";
import type { RefundSource } from "./refund-payments.port";

/** What the chain did to a refund: the checkout's timeline and its events follow from it. */
export type RefundMove = {
  kind: /** Seen on the chain. */
    | "refund.sent"
    /** Seen, and nobody had asked for it. */
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
