import type { Chain } from "@/lib/chain/chains.rules";
import { type RefundMove, refundDetails, refundEntry } from "@/lib/checkouts/refunds/refund-moves";
import { buildEvent } from "@/lib/checkouts/state/build-event";
import type { EventKind } from "@/lib/checkouts/state/events.rules";
import type { Payment } from "@/lib/checkouts/state/payment-matching.rules";
import { type Trigger, transition } from "@/lib/checkouts/state/transition.rules";
import type { EventSubject } from "@/lib/checkouts/views/webhook-event.schema";
import type { NewId } from "@/lib/platform/ids";
import type { Incident } from "@/lib/platform/incidents/incident-store.port";
import type { ProjectStore } from "@/lib/projects/project.store";
import { type ProjectAccess, projectNotFound } from "@/lib/projects/project-access";
import type { Checkout, TimelineEntry } from "./checkout.rules";
import type { NewEvent } from "./checkout.store";
import { acceptedTokens } from "./create-checkout";
import { closeWatchMs } from "./expiry.rules";

/** A checkout being moved: each move raises the sequence and adds timeline entry and event. */
export class CheckoutDraft {
  readonly events: NewEvent[] = [];
  readonly timeline: TimelineEntry[] = [];
  readonly incidents: Incident[] = [];
  /** A reorg took back a refund that counted as completed. */
  refundReverted = false;

  constructor(
    private readonly newId: NewId,
    public checkout: Checkout,
    private readonly now: Date,
  ) {}

  tell(kind: EventKind, details: TimelineEntry["details"], about: EventSubject = {}): void {
    this.checkout = { ...this.checkout, eventSequence: this.checkout.eventSequence + 1 };
    this.events.push(buildEvent(this.newId, kind, this.checkout, this.now, about));
    this.timeline.push({ kind, details, at: this.now });
  }

  refund(move: RefundMove): void {
    const { refund, lostUnits } = move;
    if (move.kind === "refund.completed") this.tell(move.kind, refundDetails(move), { refund });
    else this.timeline.push(refundEntry(move, this.now));
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
    const moved = transition(
      {
        status,
        lateAccepted: lateAcceptedAt !== null,
        holdsFunds: payment.finalUnits > 0n,
      },
      trigger,
    );
    if (moved.kind === "refused")
      throw new Error(`decided on a move that is refused: ${status} on ${trigger.kind}`);
    this.checkout = {
      ...this.checkout,
      status: moved.status,
      paidAt: paidAt(this.checkout, moved, this.now),
      cancelledAt: this.checkout.cancelledAt ?? (moved.status === "CANCELLED" ? this.now : null),
      // The merchant accepted the payment that a reorg just took away.
      lateAcceptedAt: moved.lateAccepted ? (lateAcceptedAt ?? this.now) : null,
      settlementFrozen: this.checkout.settlementFrozen || moved.freeze,
      watchUntil: later(this.checkout.watchUntil, new Date(this.now.getTime() + closeWatchMs)),
    };
    const details = { from: status, to: moved.status, txHash: payment.completedBy?.txHash ?? null };
    this.tell(moved.event, details, { payment });
    if (moved.freeze && !this.refundReverted) this.alarm(status);
  }

  /** The payment is gone, but its money may already have been swept or refunded, or the goods released. */
  alarm(from: Checkout["status"]): void {
    const { id, status, chainId, tokenAddress, amountUnits, totalPaidUnits } = this.checkout;
    const details = {
      from,
      to: status,
      tokenAddress,
      amountUnits: amountUnits?.toString() ?? null,
      totalPaidUnits: totalPaidUnits.toString(),
    };
    this.incidents.push({ kind: "PAYMENT_REVERTED", subject: id, chainId, checkoutId: id, details });
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

/** A network on which the project accepts tokens, with these tokens. */
type PayableChain = {
  chainId: number;
  name: string;
  tokens: readonly { address: string; symbol: string }[];
};

/** The networks on which the project's customers can pay, in the order of the chain list. */
export async function payableChains(
  { chains, projects }: { chains: readonly Chain[]; projects: Pick<ProjectStore, "findById"> },
  access: ProjectAccess,
): Promise<PayableChain[]> {
  const project = await projects.findById(access.projectId);
  if (project === null) throw projectNotFound();
  const accepted = acceptedTokens(chains, project);
  return chains.flatMap(({ chainId, name }) => {
    const tokens = accepted.filter(({ chain }) => chain.chainId === chainId).map(({ token }) => token);
    if (tokens.length === 0) return [];
    return [{ chainId, name, tokens: tokens.map(({ address, symbol }) => ({ address, symbol })) }];
  });
}
