import type { TokenRef } from "@/lib/chain/token.rules";
import type { RefundSource } from "@/lib/checkouts/state/chain-logs.rules";
import { isStillPaid, type Payment } from "@/lib/checkouts/state/payment-matching.rules";
import { type Trigger, transition } from "@/lib/checkouts/state/transition.rules";
import { type EventSubject, eventBody } from "@/lib/checkouts/views/webhook-event.schema";
import type { NewId } from "@/lib/platform/ids";
import type { Incident } from "@/lib/platform/incidents/incident-store.port";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { Quote } from "@/lib/rates/quote.rules";
import type { EventKind } from "@/lib/webhooks/events.rules";
import type { OutboxEvent } from "@/lib/webhooks/outbox.store";
import { type Checkout, closeWatchMs, type TimelineEntry } from "./checkout.rules";
import type { Refund } from "./refund-facts.rules";

/** A checkout after its facts were evaluated: the changes and their events. */
export type Advance = Readonly<
  Pick<CheckoutDraft, "checkout" | "previousStatus" | "newQuotes" | "timeline" | "events"> &
    Partial<Pick<CheckoutDraft, "incidents">>
>;

/** A checkout being moved: each move raises the sequence and adds timeline entry and event. */
export class CheckoutDraft {
  /** The status at the read: the update's compare-and-set. */
  readonly previousStatus: Checkout["status"];
  /** Added by a selection, or by counting a stray, alone; the last is in force. */
  readonly newQuotes: readonly Quote[] = [];
  readonly events: OutboxEvent[] = [];
  readonly timeline: TimelineEntry[] = [];
  /** For the operator. */
  readonly incidents: Incident[] = [];
  /** A reorg took back a refund that counted as completed. */
  refundReverted = false;

  constructor(
    private readonly newId: NewId,
    public checkout: Checkout,
    private readonly now: Date,
  ) {
    this.previousStatus = checkout.status;
  }

  tell(kind: EventKind, details: TimelineEntry["details"], about: EventSubject = {}): void {
    this.checkout = { ...this.checkout, eventSequence: this.checkout.eventSequence + 1 };
    const event = buildEvent(this.newId, kind, this.checkout, this.now, about);
    this.events.push(event);
    this.timeline.push({ kind, details: { ...details, eventId: event.id }, at: this.now });
  }

  refund(move: RefundMove): void {
    const { refund, lostUnits } = move;
    if (move.kind === "refund.completed" || move.kind === "refund.cancelled")
      this.tell(move.kind, refundDetails(move), { refund });
    else this.timeline.push({ kind: move.kind, details: refundDetails(move), at: this.now });
    if (lostUnits === 0n) return;
    this.refundReverted = true;
    this.checkout = { ...this.checkout, settlementFrozen: true };
    const { id, chainId } = this.checkout;
    const details = { refundId: refund?.id ?? null, amountUnits: lostUnits.toString() };
    const subject = refund?.id ?? id;
    this.incidents.push({ kind: "REFUND_REVERTED", subject, chainId, checkoutId: id, details });
  }

  move(trigger: Trigger, payment: Payment): void {
    const { status, lateAcceptedAt } = this.checkout;
    const moved = transition(this.checkout, payment, trigger);
    if (moved === null) throw new Error(`decided on a move that is refused: ${status} on ${trigger.kind}`);
    this.checkout = {
      ...this.checkout,
      status: moved.status,
      paidAt: paidAt(this.checkout, moved, this.now),
      cancelledAt: this.checkout.cancelledAt ?? (moved.status === "CANCELLED" ? this.now : null),
      // The merchant accepted the payment that a reorg just took away.
      lateAcceptedAt: moved.lateAccepted ? (lateAcceptedAt ?? this.now) : null,
      acceptedUnits: trigger.kind === "accepted" ? payment.totalUnits : this.checkout.acceptedUnits,
      settlementFrozen: this.checkout.settlementFrozen || moved.freeze,
      watchUntil: later(this.checkout.watchUntil, new Date(this.now.getTime() + closeWatchMs)),
    };
    const details = {
      from: status,
      to: moved.status,
      txHash: payment.completedBy?.txHash ?? null,
      ...(trigger.kind === "accepted" ? { acceptedAmount: payment.totalUnits.toString() } : {}),
    };
    this.tell(moved.event, details, { payment });
    if (!moved.freeze || this.refundReverted) return;
    const isSweepGone = status === "SETTLED" && isStillPaid(status, lateAcceptedAt, payment);
    this.freeze(isSweepGone ? "SWEEP_REVERTED" : "PAYMENT_REVERTED", status);
  }

  /**
   * Holds settlement until the operator's review: the money may already have left, or the goods be released.
   *
   * @param from the status before
   * @param about what differs from the checkout's own facts
   */
  freeze(
    kind: "PAYMENT_REVERTED" | "SWEEP_REVERTED" | "OVER_REFUNDED",
    from: Checkout["status"],
    about: Partial<TokenRef> & Incident["details"] = {},
  ): void {
    this.checkout = { ...this.checkout, settlementFrozen: true };
    const { id, status, amountUnits, totalPaidUnits, refundedUnits, refundingUnits } = this.checkout;
    const { chainId = this.checkout.chainId, ...more } = about;
    const details = {
      from,
      to: status,
      tokenAddress: this.checkout.tokenAddress,
      amountUnits: amountUnits?.toString() ?? null,
      totalPaidUnits: totalPaidUnits.toString(),
      refundedUnits: refundedUnits.toString(),
      refundingUnits: refundingUnits.toString(),
      ...more,
    };
    this.incidents.push({ kind, subject: id, chainId, checkoutId: id, details });
  }
}

/** A late payment releases nothing until the merchant accepts it, so it was not paid before then. */
function paidAt(
  checkout: Checkout,
  { status, lateAccepted }: { status: Checkout["status"]; lateAccepted: boolean },
  now: Date,
): Date | null {
  if (status === "PAID" || (status === "LATE_PAID" && lateAccepted)) return checkout.paidAt ?? now;
  return status === "SETTLED" || status === "REFUNDED" ? checkout.paidAt : null;
}

function later(a: Date, b: Date): Date {
  return a.getTime() > b.getTime() ? a : b;
}

/** A refund's change on the chain, which leads to timeline entries and events of its checkout. */
export type RefundMove = {
  kind: /** Seen on the chain. */
    | "refund.sent"
    /** Seen, without a request. */
    | "refund.unasked"
    /** Seen in a token in which the checkout was not paid, so it refunds nothing. */
    | "refund.stray"
    | "refund.completed"
    /** Its payment counts for an equal refund. */
    | "refund.reassigned"
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

function refundDetails({ refund, payment }: RefundMove): TimelineEntry["details"] {
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

/**
 * The next event of a checkout, with the body that every delivery sends. `checkout` is the state after the event, with
 * `eventSequence` already raised.
 */
export function buildEvent(
  newId: NewId,
  kind: EventKind,
  checkout: Checkout,
  at: Date,
  about: EventSubject = {},
): OutboxEvent {
  const id = newId("evt");
  return {
    id,
    projectId: checkout.projectId,
    checkoutId: checkout.id,
    kind,
    sequence: checkout.eventSequence,
    body: eventBody(id, kind, checkout, at, about),
    createdAt: at,
  };
}
