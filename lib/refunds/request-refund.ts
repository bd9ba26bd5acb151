import type { Chain } from "@/lib/chain/chains.rules";
import { sameToken, type TokenRef } from "@/lib/chain/token.rules";
import type { CheckoutStatus } from "@/lib/checkouts/checkout.rules";
import type { PreparedTransaction, Refund } from "@/lib/checkouts/refund-facts.rules";
import { excessUnits } from "@/lib/checkouts/state/overpayment.rules";
import { checkoutNotFound } from "@/lib/checkouts/views/read-checkout";
import { fault } from "@/lib/platform/faults/fault.rules";
import { newClaimToken } from "@/lib/platform/ids";
import type { Keep } from "@/lib/platform/limits/idempotency.port";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { ByInProject } from "@/lib/projects/project-access";
import { requireWallet } from "@/lib/projects/wallets/require-wallet";
import type { Quote } from "@/lib/rates/quote.rules";
import { linkExpiry, prepareSignature } from "@/lib/refunds/links/refund-links";
import type { RefundCallParts, RefundParts } from "@/lib/refunds/refunds.parts";
import { type OpenedRefund, openRefund, provenPayer } from "./open-refund";
import type { CreateRefundBody } from "./refund.schema";
import type { RefundableCheckout } from "./refund-facts.store";
import { refundEntry } from "./refund-steps";

/**
 * `claim`: the link at which the customer names an address, null when the refund has one. `transaction`: the call to
 * sign, null unless it waits for a signature.
 */
export type RequestedRefund = {
  refund: Refund;
  claimUrl: string | null;
  transaction: PreparedTransaction | null;
};

/** Who requests a refund. With `approves`, the request includes the approval: the daily limit does not apply. */
export type Requester =
  | { kind: "key"; keyId: string }
  | { kind: "member"; userId: string; approves: boolean }
  | { kind: "operator"; approves: true };

/** `payer`: the proven wallet that a member saw; refused when it no longer is the proven one. */
type RequestBody = CreateRefundBody & { payer?: Hex | undefined };

/**
 * Creates a refund with its first status; `sendRefunds` sends a PENDING one. Any type may be requested up to the
 * available amount; without an amount it takes everything available. Only the dashboard limits an OVERPAYMENT to the
 * excess.
 *
 * @param by null when unknown
 * @throws CheckoutError VALIDATION_ERROR (a destination that is not a wallet), CHECKOUT_NOT_FOUND,
 * CHECKOUT_NOT_REFUNDABLE, REFUND_AMOUNT_EXCEEDS_AVAILABLE
 * @throws LeaseLostError
 */
export async function requestRefund(
  deps: RefundCallParts,
  project: { id: string },
  checkoutId: string,
  body: RequestBody,
  keep: Keep<RequestedRefund> = null,
  by: Requester | null = null,
): Promise<RequestedRefund> {
  const destinationAddress = body.destinationAddress ?? null;
  // Before the transaction, which must not wait for another connection.
  if (destinationAddress !== null) await requireWallet(deps, destinationAddress, "destinationAddress");
  const claim = newClaimToken();
  const approves = by !== null && by.kind !== "key" && by.approves;

  return deps.refunds.transaction(async (tx) => {
    // The limit is read under the lock: an owner may lower it while requests arrive.
    const limits = await tx.lockProject(project.id);
    const locked = await tx.lockCheckout(project.id, checkoutId);
    if (locked === null) throw checkoutNotFound();
    const { chainId, tokenAddress, status } = locked.checkout;
    if (chainId === null || tokenAddress === null) throw notRefundable(status);
    // A second click or a stale page must not refund the price itself as excess.
    const excess = excessUnits(locked.checkout);
    if (by?.kind === "member" && body.refundType === "OVERPAYMENT" && (body.amount ?? excess + 1n) > excess)
      throw new CheckoutError("REFUND_AMOUNT_EXCEEDS_AVAILABLE", fault("refunds.mostExcess", { excess }), {
        param: "amount",
      });
    if (body.payer !== undefined) requireProven(deps.chains, locked, { chainId, tokenAddress }, body.payer);
    // Read under the locks, so that refunds are created in the order of their times.
    const now = deps.clock.now();
    const opened = await openRefund(deps, tx, locked, {
      token: { chainId, tokenAddress },
      amountUnits: body.amount ?? null,
      reason: body.reason ?? null,
      refundType: body.refundType,
      viaApi: !approves,
      destinationAddress,
      claim: { hash: claim.hash, expiresAt: linkExpiry(now) },
      requestedBy: requesterOf(by),
      dailyLimit: approves ? null : (limits?.refundDailyLimitUnits ?? 0n),
      now,
    });
    if (opened.kind === "refused") throw refusal(opened);
    const { refund } = opened;
    const requested: RequestedRefund = {
      refund,
      claimUrl: refund.destinationAddress === null ? `${deps.checkoutPageUrl}/r/${claim.token}` : null,
      transaction: prepareSignature(deps, locked, refund),
    };
    if (by !== null) {
      const actor = {
        userId: by.kind === "member" ? by.userId : null,
        keyId: by.kind === "key" ? by.keyId : undefined,
      };
      const details = { amount: refund.amountUnits.toString(), checkoutId, status: refund.status };
      await tx.audit(refundEntry(actor, "refund.requested", refund, details, now));
    }
    if (keep !== null) await tx.complete(keep(requested));
    return requested;
  });
}

/** With a payment from a second wallet, the first wallet's signature no longer proves whose money it is. @throws CheckoutError VALIDATION_ERROR */
function requireProven(
  chains: readonly Chain[],
  locked: RefundableCheckout,
  token: TokenRef,
  payer: Hex,
): void {
  if (provenPayer(chains, locked, token) !== payer)
    throw new CheckoutError("VALIDATION_ERROR", fault("refunds.payerChanged"), { param: "payer" });
}

/** As stored in the timeline. */
function requesterOf(by: Requester | null): string | null {
  if (by === null) return null;
  return by.kind === "key" ? by.keyId : by.kind === "member" ? by.userId : "operator";
}

function refusal({ refusal, facts }: Extract<OpenedRefund, { kind: "refused" }>): CheckoutError {
  if (refusal.code === "CHECKOUT_NOT_REFUNDABLE") return notRefundable(facts.status);
  const { availableUnits } = refusal;
  const { receivedUnits: received, refundedUnits: refunded, refundingUnits: refunding } = facts;
  const sums = { received, refunded, refunding };
  return new CheckoutError(
    "REFUND_AMOUNT_EXCEEDS_AVAILABLE",
    availableUnits === 0n
      ? fault("refunds.allRefunded", sums)
      : fault("refunds.mostAmount", { available: availableUnits, ...sums }),
    { param: "amount" },
  );
}

function notRefundable(status: CheckoutStatus): CheckoutError {
  return new CheckoutError(
    "CHECKOUT_NOT_REFUNDABLE",
    status === "PENDING" || status === "DETECTED" || status === "REFUNDED"
      ? fault("refunds.notRefundable", { status })
      : fault("refunds.nothingConfirmed"),
  );
}

/**
 * Somebody in the project requests a refund. The operator's and an owner's request includes the approval; any other
 * member's counts towards the same daily limit as refunds by API, so that neither a stolen key nor one member can take
 * everything.
 *
 * @throws CheckoutError as `requestRefund`
 */
export function requestRefundAs(
  deps: RefundCallParts,
  { actor, access }: ByInProject,
  checkoutId: string,
  body: RequestBody,
  keep: Keep<RequestedRefund> = null,
): Promise<RequestedRefund> {
  const { projectId: id, userId, keyId } = actor;
  const by: Requester =
    keyId !== undefined
      ? { kind: "key", keyId }
      : userId !== null
        ? { kind: "member", userId, approves: access.may("refunds.approve") }
        : { kind: "operator", approves: true };
  return requestRefund(deps, { id }, checkoutId, body, keep, by);
}

const perRun = 100;

/**
 * Opens a refund of everything left of each late payment that its project returns by policy, but not of one that the
 * merchant counted by hand. Once per checkout: a cancelled refund is not opened again. Without a proven payer it waits
 * for an address, and the owner creates the link (`reissueClaim`).
 *
 * @returns the opened refunds
 */
export async function refundLatePayments(deps: RefundParts): Promise<Refund[]> {
  const opened: Refund[] = [];
  for (const { projectId, checkoutId } of await deps.refunds.lateWithoutRefund(perRun)) {
    const refund = await refundOne(deps, projectId, checkoutId);
    if (refund !== null) opened.push(refund);
  }
  return opened;
}

/** Null when it was accepted, refunded or reorganised away meanwhile. */
async function refundOne(deps: RefundParts, projectId: string, checkoutId: string): Promise<Refund | null> {
  return deps.refunds.transaction(async (tx) => {
    const locked = await tx.lockCheckout(projectId, checkoutId);
    if (locked === null) return null;
    const { status, lateAcceptedAt, chainId, tokenAddress } = locked.checkout;
    if (status !== "LATE_PAID" || lateAcceptedAt !== null || chainId === null || tokenAddress === null)
      return null;
    const isTerms = (quote: Quote) => sameToken(quote, { chainId, tokenAddress });
    if (locked.quotes.some((quote) => quote.counted === true && isTerms(quote))) return null;
    if (await tx.hadType(checkoutId, "LATE_PAYMENT")) return null;
    const opened = await openRefund(deps, tx, locked, {
      token: { chainId, tokenAddress },
      amountUnits: null,
      reason: null,
      refundType: "LATE_PAYMENT",
      viaApi: false,
      requestedBy: "policy",
      destinationAddress: null,
      claim: null,
      dailyLimit: null,
      now: deps.clock.now(),
    });
    return opened.kind === "opened" ? opened.refund : null;
  });
}
