import type { RefundMove, SentPayment } from "@/lib/checkouts/checkout-draft";
import type { Refund } from "@/lib/checkouts/refund-facts.rules";
import type { OrphanedLog } from "@/lib/checkouts/state/chain-logs.rules";
import type { Log } from "@/lib/platform/log";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { type RefundTrigger, refundTransition } from "./refund.rules";
import type { AwaitedRefund, RefundHashes } from "./refund-matching.rules";
import type { WatchedRefund } from "./watched-refunds.store";

/** A refund of a batch: the payment that it expects, and its state after the logs that it got or lost. */
export class LockedRefund {
  private refund: Refund;
  private paid: boolean;
  private hashes: RefundHashes;

  /** @param merchantAddress the wallet that pays when the service does not; null: the refund expects no payment */
  constructor(
    private readonly log: Log,
    private readonly before: WatchedRefund,
    private readonly merchantAddress: Hex | null,
  ) {
    const { refund, paid, outgoing, handedInTxHash, submittedTxHash } = before;
    this.refund = refund;
    this.paid = paid;
    this.hashes = { ownTxHashes: outgoing?.txHashes ?? [], handedInTxHash, submittedTxHash };
  }

  /** Null unless a payment can move it. @param isMovable its payment may pay another refund instead */
  expected(isMovable: boolean): AwaitedRefund | null {
    const { refund, paid, hashes, merchantAddress, before } = this;
    const { destinationAddress, status, amountUnits } = refund;
    if ((paid && !isMovable) || destinationAddress === null || merchantAddress === null) return null;
    if (refundTransition(status, { kind: "payment_seen" }).kind === "refused") return null;
    const isAtDeposit = before.depositUnits >= amountUnits;
    return { ...refund, destinationAddress, merchantAddress, isAtDeposit, ...hashes };
  }

  /** Null when the batch leaves its row as it is. */
  changed(): Refund | null {
    return this.refund === this.before.refund ? null : this.refund;
  }

  submit(txHash: Hex, isShortened: boolean): void {
    const handedInTxHash = isShortened ? txHash : this.hashes.handedInTxHash;
    this.hashes = { ...this.hashes, submittedTxHash: txHash, handedInTxHash };
  }

  /** We created it because no request expected its payment. */
  get isUnasked(): boolean {
    return this.before.unasked;
  }

  takeBack(
    kind: "refund.reverted" | "refund.reassigned",
    payment: SentPayment,
    log: OrphanedLog & { kind: "refund" },
  ): RefundMove {
    const next = this.before.outgoing?.canPay === true ? "PROCESSING" : "AWAITING_SIGNATURE";
    const { status, txHash } = this.refund;
    this.paid = false;
    this.move(
      { kind: "payment_reverted", next },
      // A wallet's transaction can return by itself: until then it stays the refund's own.
      { txHash: next === "PROCESSING" || kind === "refund.reverted" ? txHash : null, completedAt: null },
    );
    const lostUnits = status === "COMPLETED" ? log.amountUnits : 0n;
    return { kind, checkoutId: log.checkoutId, refund: this.refund, payment, lostUnits };
  }

  pay(payment: SentPayment): RefundMove {
    this.paid = true;
    this.move({ kind: "payment_seen" }, { txHash: payment.txHash });
    const { refund } = this;
    return { kind: "refund.sent", checkoutId: refund.checkoutId, refund, payment, lostUnits: 0n };
  }

  /** A refund without a request is cancelled when a reorg takes its payment; null when it stays. */
  dropUnasked(): RefundMove | null {
    if (!this.before.unasked || this.paid || this.changed() === null) return null;
    if (refundTransition(this.refund.status, { kind: "cancelled" }).kind === "refused") return null;
    this.move({ kind: "cancelled" }, { txHash: null });
    const { refund } = this;
    return { kind: "refund.cancelled", checkoutId: refund.checkoutId, refund, payment: null, lostUnits: 0n };
  }

  /** The chain decides: when the table has no such move, the refund stays and the log is kept. */
  private move(trigger: RefundTrigger, changes: Partial<Refund>): void {
    const moved = refundTransition(this.refund.status, trigger);
    if (moved.kind === "refused")
      this.log.error({ refundId: this.refund.id, ...moved }, "a refund does not match its payment");
    else this.refund = { ...this.refund, ...changes, status: moved.status };
  }
}
