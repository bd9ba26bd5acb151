import type { Chain } from "@/lib/chain/chains.rules";
import { sameToken } from "@/lib/chain/token.rules";
import type { Refund } from "@/lib/checkouts/refunds/refund.rules";
import type { Clock } from "@/lib/platform/clock";
import type { NewId } from "@/lib/platform/ids";
import type { Quote } from "@/lib/rates/quote.rules";
import { openRefund } from "./open-refund";
import type { RefundStore } from "./refund-store.port";

type RefundLateDeps = {
  clock: Clock;
  newId: NewId;
  chains: readonly Chain[];
  refunds: RefundStore;
};

const perRun = 100;

/**
 * Opens a refund of everything left of each late payment that its project returns by policy, but not of one that the
 * merchant counted by hand. Once per checkout: a cancelled refund is not opened again. Without a proven payer it waits
 * for an address, and the owner creates the link (`reissueClaim`).
 *
 * @returns the opened refunds
 */
export async function refundLatePayments(deps: RefundLateDeps): Promise<Refund[]> {
  const opened: Refund[] = [];
  for (const { projectId, checkoutId } of await deps.refunds.lateWithoutRefund(perRun)) {
    const refund = await refundOne(deps, projectId, checkoutId);
    if (refund !== null) opened.push(refund);
  }
  return opened;
}

/** Null when it was accepted, refunded or reorganised away meanwhile. */
async function refundOne(
  deps: RefundLateDeps,
  projectId: string,
  checkoutId: string,
): Promise<Refund | null> {
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
