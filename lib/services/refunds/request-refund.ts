import type { CheckoutStatus } from "@/lib/core/checkout";
import { CheckoutError } from "@/lib/core/errors";
import type { PreparedTransaction, Refund } from "@/lib/core/refund";
import { isRefundable } from "@/lib/core/refund-rules";
import type { CreateRefundBody } from "@/lib/schemas/refund";
import { checkoutNotFound } from "../get-checkout";
import type { NewClaimToken } from "../ports/claim-token";
import type { Clock } from "../ports/clock";
import type { Keep } from "../ports/idempotency";
import type { NewId } from "../ports/ids";
import type { Project } from "../ports/project-store";
import type { RefundStore } from "../ports/refund-store";
import { type RequireWalletDeps, requireWallet } from "../require-wallet";
import { linkExpiry } from "./links";
import { type OpenedRefund, openRefund } from "./open-refund";
import { type PrepareSignatureDeps, prepareSignature } from "./prepare-signature";

export type RequestRefundDeps = RequireWalletDeps &
  PrepareSignatureDeps & {
    clock: Clock;
    newId: NewId;
    newClaimToken: NewClaimToken;
    refunds: RefundStore;
    /** Origin of the customer's pages. */
    checkoutPageUrl: string;
  };

/**
 * The refund; where the customer names an address, null when it has one; and what is to be signed, null
 * unless it waits for that.
 */
export type RequestedRefund = {
  refund: Refund;
  claimUrl: string | null;
  transaction: PreparedTransaction | null;
};

/** Who asks in the dashboard. */
export type AskingMember = {
  userId: string;
  /** Their asking is the approval, too: the day's limit does not bind them, and they use up none of it. */
  approves: boolean;
};

/**
 * Records a refund that the project's backend asks for, or a member of it, with whom it waits for; what waits for nobody
 * is sent by `sendRefunds`. Any type may be asked for, up to what is available: of an over-payment the excess, and more.
 *
 * @param member null for the project's backend
 * @throws CheckoutError VALIDATION_ERROR (a destination that is nobody's wallet), CHECKOUT_NOT_FOUND,
 *   CHECKOUT_NOT_REFUNDABLE, REFUND_AMOUNT_EXCEEDS_AVAILABLE
 * @throws LeaseLostError
 */
export async function requestRefund(
  deps: RequestRefundDeps,
  project: Project,
  checkoutId: string,
  body: CreateRefundBody,
  keep: Keep<RequestedRefund> = null,
  member: AskingMember | null = null,
): Promise<RequestedRefund> {
  const destinationAddress = body.destinationAddress ?? null;
  // Before the transaction: nothing inside one may wait for another connection.
  if (destinationAddress !== null) await requireWallet(deps, destinationAddress, "destinationAddress");
  const claim = deps.newClaimToken();
  const approves = member?.approves === true;

  return deps.refunds.transaction(async (tx) => {
    await tx.lockProject(project.id);
    const locked = await tx.lockCheckout(project.id, checkoutId);
    if (locked === null) throw checkoutNotFound();
    const { chainId, tokenAddress, status } = locked.checkout;
    if (chainId === null || tokenAddress === null) throw notRefundable(status);
    // Under the locks, so that refunds are made in the order of their times.
    const now = deps.clock.now();
    const opened = await openRefund(deps, tx, locked, {
      token: { chainId, tokenAddress },
      amountUnits: body.amount,
      reason: body.reason ?? null,
      refundType: body.refundType,
      viaApi: !approves,
      destinationAddress,
      claim: { hash: claim.hash, expiresAt: linkExpiry(now) },
      dailyLimit: approves ? null : project.refundDailyLimitUnits,
      now,
    });
    if (opened.kind === "refused") throw refusal(opened);
    const { refund } = opened;
    const requested: RequestedRefund = {
      refund,
      claimUrl: refund.destinationAddress === null ? `${deps.checkoutPageUrl}/r/${claim.token}` : null,
      transaction: prepareSignature(deps, locked, refund),
    };
    if (member !== null)
      await tx.audit({
        projectId: project.id,
        userId: member.userId,
        action: "refund.requested",
        target: refund.id,
        details: { amount: refund.amountUnits.toString(), checkoutId, status: refund.status },
        at: now,
      });
    if (keep !== null) await tx.complete(keep(requested));
    return requested;
  });
}

function refusal({ refusal, facts }: Extract<OpenedRefund, { kind: "refused" }>): CheckoutError {
  if (refusal.code === "CHECKOUT_NOT_REFUNDABLE") return notRefundable(facts.status);
  const { receivedUnits, refundedUnits, refundingUnits } = facts;
  return new CheckoutError(
    "REFUND_AMOUNT_EXCEEDS_AVAILABLE",
    `At most ${refusal.availableUnits} can be refunded: ${receivedUnits} confirmed, ${refundedUnits} refunded, ${refundingUnits} being refunded.`,
    { param: "amount" },
  );
}

function notRefundable(status: CheckoutStatus): CheckoutError {
  return new CheckoutError(
    "CHECKOUT_NOT_REFUNDABLE",
    isRefundable(status)
      ? "Nothing can be refunded: no payment of this checkout is confirmed."
      : `A checkout that is ${status} cannot be refunded.`,
  );
}
