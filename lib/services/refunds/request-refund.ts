import { type Chain, findToken } from "@/lib/core/chains";
import type { CheckoutStatus, TokenRef } from "@/lib/core/checkout";
import { CheckoutError } from "@/lib/core/errors";
import { assessPayment } from "@/lib/core/payment-matching";
import type { Refund } from "@/lib/core/refund";
import {
  dailyUnits,
  decideRefund,
  isRefundable,
  type RefundDecision,
  type RefundFacts,
  startOfDay,
  unsweptUnits,
} from "@/lib/core/refund-rules";
import type { CreateRefundBody } from "@/lib/schemas/refund";
import { checkoutNotFound } from "../get-checkout";
import type { NewClaimToken } from "../ports/claim-token";
import type { Clock } from "../ports/clock";
import type { Keep } from "../ports/idempotency";
import type { NewId } from "../ports/ids";
import type { Project } from "../ports/project-store";
import type { RefundableCheckout, RefundStore, RefundTransaction } from "../ports/refund-store";
import { type RequireWalletDeps, requireWallet } from "../require-wallet";

const claimMs = 7 * 24 * 60 * 60_000;

export type RequestRefundDeps = RequireWalletDeps & {
  clock: Clock;
  newId: NewId;
  newClaimToken: NewClaimToken;
  refunds: RefundStore;
  /** Origin of the customer's pages. */
  checkoutPageUrl: string;
};

/** The refund, and where the customer names an address: null when the request named one. */
export type RequestedRefund = { refund: Refund; claimUrl: string | null };

/**
 * Records a refund that the project's backend asks for, with whom it waits for; it is sent later. Judged under
 * the checkout's lock, so that the refunds of a checkout never exceed what it received for good, however many
 * are asked for at once.
 *
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
): Promise<RequestedRefund> {
  const destinationAddress = body.destinationAddress ?? null;
  // Before the transaction: nothing inside one may wait for another connection.
  if (destinationAddress !== null) await requireWallet(deps, destinationAddress, "destinationAddress");
  const claim = destinationAddress === null ? deps.newClaimToken() : null;

  return deps.refunds.transaction(async (tx) => {
    await tx.lockProject(project.id);
    const locked = await tx.lockCheckout(project.id, checkoutId);
    if (locked === null) throw checkoutNotFound();
    const { chainId, tokenAddress, status } = locked.checkout;
    if (chainId === null || tokenAddress === null) throw notRefundable(status);
    const token = { chainId, tokenAddress };
    // Under the locks, so that refunds are made in the order of their times.
    const now = deps.clock.now();
    const facts = await readFacts(deps, tx, project, locked, now);
    const decision = decideRefund(facts, {
      amountUnits: body.amount,
      amountDaily: dailyUnits(body.amount, decimalsOf(deps.chains, token)),
      hasDestination: destinationAddress !== null,
    });
    if (decision.kind === "refused") throw refusal(decision, facts);

    const refund: Refund = {
      id: deps.newId("rfd"),
      projectId: project.id,
      checkoutId,
      ...token,
      amountUnits: body.amount,
      reason: body.reason ?? null,
      refundType: body.refundType,
      status: decision.status,
      destinationAddress,
      txHash: null,
      failureCode: null,
      viaApi: true,
      createdAt: now,
      completedAt: null,
    };
    const details = { refundId: refund.id, amount: refund.amountUnits.toString(), status: refund.status };
    await tx.insert(
      refund,
      claim === null ? null : { hash: claim.hash, expiresAt: new Date(now.getTime() + claimMs) },
      [{ kind: "refund.requested", details, at: now }],
    );
    const requested: RequestedRefund = {
      refund,
      claimUrl: claim === null ? null : `${deps.checkoutPageUrl}/r/${claim.token}`,
    };
    if (keep !== null) await tx.complete(keep(requested));
    return requested;
  });
}

async function readFacts(
  deps: RequestRefundDeps,
  tx: RefundTransaction,
  project: Project,
  locked: RefundableCheckout,
  now: Date,
): Promise<RefundFacts> {
  const { checkout, atDepositUnits, promisedUnits, beingSettled } = locked;
  const { totalUnits, finalUnits } = assessPayment(locked);
  const asked = await tx.askedSince(project.id, startOfDay(now));
  return {
    status: checkout.status,
    settlementFrozen: checkout.settlementFrozen,
    strict: checkout.refundAuthority === checkout.merchantAddress,
    receivedUnits: finalUnits,
    refundedUnits: checkout.refundedUnits,
    refundingUnits: checkout.refundingUnits,
    unsweptUnits: unsweptUnits({
      atDepositUnits,
      notFinalUnits: totalUnits - finalUnits,
      promisedUnits,
      beingSettled,
    }),
    dailyLimit: project.refundDailyLimitUnits,
    askedToday: asked.reduce(
      (sum, { amountUnits, ...token }) => sum + dailyUnits(amountUnits, decimalsOf(deps.chains, token)),
      0n,
    ),
  };
}

/** A token that is no longer listed was one of the usual ones. */
function decimalsOf(chains: readonly Chain[], token: TokenRef): number {
  return findToken(chains, token)?.token.decimals ?? 6;
}

type Refused = Extract<RefundDecision, { kind: "refused" }>;

function refusal(refused: Refused, facts: RefundFacts): CheckoutError {
  if (refused.code === "CHECKOUT_NOT_REFUNDABLE") return notRefundable(facts.status);
  const { receivedUnits, refundedUnits, refundingUnits } = facts;
  return new CheckoutError(
    "REFUND_AMOUNT_EXCEEDS_AVAILABLE",
    `At most ${refused.availableUnits} can be refunded: ${receivedUnits} confirmed, ${refundedUnits} refunded, ${refundingUnits} being refunded.`,
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
