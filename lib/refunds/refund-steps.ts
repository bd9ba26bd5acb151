import type { AuditEntry } from "@/lib/accounts/audit.store";
import { sameToken } from "@/lib/chain/token.rules";
import type { VerifyMessage } from "@/lib/chain/wallets.chain";
import type { Checkout, TimelineEntry } from "@/lib/checkouts/checkout.rules";
import { buildEvent } from "@/lib/checkouts/checkout-draft";
import type { Refund } from "@/lib/checkouts/refund-facts.rules";
import { type AdvanceDeps, advance } from "@/lib/checkouts/state/advance-checkouts";
import { type Fault, fault } from "@/lib/platform/faults/fault.rules";
import type { Keep } from "@/lib/platform/limits/idempotency.port";
import { checksummed } from "@/lib/platform/values/checksum.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { Actor } from "@/lib/projects/project-access";
import type { RefundParts } from "@/lib/refunds/refunds.parts";
import { payingFacts } from "./open-refund";
import { isCancellableRefund, isOpenRefund, type RefundTrigger, refundTransition } from "./refund.rules";
import type { RefundTransaction } from "./refund.store";
import { waitsFor } from "./refund-decision.rules";
import type { LockedRefund, RefundableCheckout } from "./refund-facts.store";

/** @throws CheckoutError REFUND_NOT_FOUND for an unknown id or another project's */
export async function ownRefund(
  { refunds }: RefundParts,
  { projectId }: Actor,
  refundId: string,
): Promise<Refund> {
  const refund = await refunds.find(projectId, refundId);
  if (refund === null) throw new CheckoutError("REFUND_NOT_FOUND", fault("refunds.notFound"));
  return refund;
}

/** The refund and its checkout, both locked until the transaction ends. */
export async function lockRefund(
  tx: RefundTransaction,
  { id, projectId, checkoutId, chainId, tokenAddress }: Refund,
): Promise<LockedRefund & { locked: RefundableCheckout }> {
  const locked = await tx.lockCheckout(projectId, checkoutId, id, { chainId, tokenAddress });
  const found = await tx.lockRefund(id);
  if (locked === null || found === null) throw new Error(`${id} is not there any more`);
  return { ...found, locked };
}

export function refundEntry(
  { userId, keyId }: { userId: string | null; keyId?: string | undefined },
  action: AuditEntry["action"],
  { id: target, projectId }: Refund,
  details: AuditEntry["details"],
  at: Date,
): AuditEntry {
  return { projectId, userId, keyId, action, target, details, at };
}

/** @throws CheckoutError INVALID_SIGNATURE */
export async function requireSigned(
  verifyMessage: VerifyMessage,
  chainId: number,
  signed: Parameters<VerifyMessage>[1],
): Promise<void> {
  if (!(await verifyMessage(chainId, signed))) throw invalidSignature(fault("refunds.wrongSignature"));
}

export function invalidSignature(reason: Fault): CheckoutError {
  return new CheckoutError("INVALID_SIGNATURE", reason, { param: "signature" });
}

/** Fields that change with the move. */
type Changes = { destinationAddress?: Hex; failureCode?: Refund["failureCode"] };

/**
 * Moves a locked refund of a locked checkout and writes the consequences: a refund that ends unpaid releases its
 * reserved amount, and the timeline, and for some moves an event, record it.
 *
 * @param details timeline details besides the refund's id and status
 * @returns both after the move
 * @throws Error when the move is refused: callers check before
 */
export async function moveRefund(
  deps: AdvanceDeps,
  tx: RefundTransaction,
  checkout: Checkout,
  before: Refund,
  trigger: RefundTrigger,
  now: Date,
  changes: Changes = {},
  details: TimelineEntry["details"] = null,
): Promise<{ refund: Refund; checkout: Checkout }> {
  const moved = refundTransition(before.status, trigger);
  if (moved.kind === "refused") throw new Error(`${before.id} is ${before.status}: no ${trigger.kind}`);
  const refund: Refund = { ...before, ...changes, status: moved.status };
  const ends = isOpenRefund(before.status) && !isOpenRefund(refund.status);
  const freed = ends && !refund.stray && isOfTerms(checkout, refund) ? refund.amountUnits : 0n;
  const after: Checkout = {
    ...checkout,
    refundingUnits: checkout.refundingUnits - freed,
    eventSequence: checkout.eventSequence + (moved.event === null ? 0 : 1),
  };
  const event = moved.event && buildEvent(deps.newId, moved.event, after, now, { refund });
  const events = event === null ? [] : [event];
  const entry: TimelineEntry = {
    kind: moved.event ?? `refund.${trigger.kind}`,
    details: {
      refundId: refund.id,
      status: refund.status,
      ...details,
      ...(event === null ? {} : { eventId: event.id }),
    },
    at: now,
  };
  await tx.save(refund, before.status);
  await tx.saveAdvance({
    checkout: after,
    previousStatus: checkout.status,
    newQuotes: [],
    timeline: [entry],
    events,
  });
  if (!ends || !refund.stray) return { refund, checkout: after };
  // Money that is no longer being returned may complete a payment in a token that the customer had selected.
  const again = await tx.lockCheckout(checkout.projectId, checkout.id);
  const next = again && advance(deps, again, await tx.positions(), now);
  if (!next) return { refund, checkout: after };
  await tx.saveAdvance(next);
  return { refund, checkout: next.checkout };
}

/** The checkout's sum is in its own token: another payment may have completed it since the request. */
function isOfTerms({ chainId, tokenAddress }: Checkout, refund: Refund): boolean {
  return chainId !== null && tokenAddress !== null && sameToken({ chainId, tokenAddress }, refund);
}

/**
 * An owner approves a refund above the daily limit or of a frozen checkout. We decide anew what it waits for next: its
 * money may have left the deposit address.
 *
 * A refund without an address cannot be approved: a stolen server key holds the claim link.
 *
 * @param confirmed the address that the owner saw and confirms; the customer may change it until the approval
 * @throws CheckoutError REFUND_NOT_FOUND, REFUND_NOT_APPROVABLE
 */
export async function approveRefund(
  deps: RefundParts,
  by: Actor,
  refundId: string,
  confirmed: { destinationAddress: Hex },
): Promise<Refund> {
  const found = await ownRefund(deps, by, refundId);
  return deps.refunds.transaction(async (tx) => {
    const { refund, locked } = await lockRefund(tx, found);
    if (refund.status !== "AWAITING_APPROVAL") {
      throw new CheckoutError(
        "REFUND_NOT_APPROVABLE",
        fault("refunds.notApprovable", { status: refund.status }),
      );
    }
    if (refund.destinationAddress === null) {
      throw new CheckoutError("REFUND_NOT_APPROVABLE", fault("refunds.noAddress"));
    }
    if (confirmed.destinationAddress !== refund.destinationAddress) {
      throw new CheckoutError(
        "REFUND_NOT_APPROVABLE",
        fault("refunds.otherAddress", { address: checksummed(refund.destinationAddress) }),
      );
    }
    const now = deps.clock.now();
    const next = waitsFor(payingFacts(locked), {
      amountUnits: refund.amountUnits,
      hasDestination: true,
    });
    const frozen = locked.checkout.settlementFrozen;
    const trigger = { kind: "approved", next } as const;
    const moved = await moveRefund(deps, tx, locked.checkout, refund, trigger, now, {}, { frozen });
    const details = { amount: refund.amountUnits.toString(), frozen, status: moved.refund.status };
    await tx.audit(refundEntry(by, "refund.approved", refund, details, now));
    return moved.refund;
  });
}

/**
 * Cancels a refund while nothing can be on the network; its amount becomes available for another one.
 *
 * @throws CheckoutError REFUND_NOT_FOUND, REFUND_NOT_CANCELLABLE
 * @throws LeaseLostError
 */
export async function cancelRefund(
  deps: RefundParts,
  by: Actor,
  refundId: string,
  keep: Keep<Refund> = null,
): Promise<Refund> {
  const found = await ownRefund(deps, by, refundId);
  return deps.refunds.transaction(async (tx) => {
    const { refund, locked } = await lockRefund(tx, found);
    if (!isCancellableRefund(refund.status)) {
      throw new CheckoutError(
        "REFUND_NOT_CANCELLABLE",
        fault("refunds.notCancellable", { status: refund.status }),
      );
    }
    const now = deps.clock.now();
    const moved = await moveRefund(deps, tx, locked.checkout, refund, { kind: "cancelled" }, now);
    const details = { amount: refund.amountUnits.toString(), from: refund.status };
    await tx.audit(refundEntry(by, "refund.cancelled", refund, details, now));
    if (keep !== null) await tx.complete(keep(moved.refund));
    return moved.refund;
  });
}
