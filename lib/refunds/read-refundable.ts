import { type Chain, findToken } from "@/lib/chain/chains.rules";
import { checkoutNotFound } from "@/lib/checkouts/get-checkout";
import { excessUnits } from "@/lib/checkouts/overpayment.rules";
import { assessPayment } from "@/lib/checkouts/payment-matching.rules";
import { hasIdForm } from "@/lib/platform/ids.rules";
import type { ProjectAccess } from "@/lib/projects/access/project-access";
import { payingFacts } from "./paying-facts";
import { availableToRefund, isRefundable, whoPays } from "./refund-decision.rules";
import type { RefundStore } from "./refund-store.port";

/** What can go back to a checkout's customer now, in smallest units, and who would pay all of it. */
export type Refundable = {
  referenceId: string | null;
  token: { symbol: string; decimals: number; networkName: string };
  available: bigint;
  /** What of it was paid above the price. */
  excess: bigint;
  /**
   * `deposit`: the service, out of the deposit address; `signature`: the merchant's wallet, out of there; `wallet`: the
   * same out of itself, since the payment was swept or is being swept.
   */
  from: "deposit" | "signature" | "wallet";
};

/**
 * Null where nothing can go back: never paid in a listed token, or all of it went back already. The same rules judge
 * again, under lock, when a refund is asked for.
 *
 * @throws CheckoutError CHECKOUT_NOT_FOUND for an unknown id and, alike, for another project's
 */
export async function readRefundable(
  { chains, refunds }: { chains: readonly Chain[]; refunds: Pick<RefundStore, "readCheckout"> },
  { projectId }: ProjectAccess,
  checkoutId: string,
): Promise<Refundable | null> {
  const isId = hasIdForm("chk", checkoutId);
  const locked = isId ? await refunds.readCheckout(projectId, checkoutId) : null;
  if (locked === null) throw checkoutNotFound();
  const { status, chainId, tokenAddress, referenceId, refundedUnits, refundingUnits } = locked.checkout;
  if (!isRefundable(status) || chainId === null || tokenAddress === null) return null;
  const found = findToken(chains, { chainId, tokenAddress });
  const receivedUnits = assessPayment(locked).finalUnits;
  const available = availableToRefund({ receivedUnits, refundedUnits, refundingUnits });
  if (found === null || available === 0n) return null;
  const facts = payingFacts(locked);
  const isService = whoPays(facts, available) === "PENDING";
  return {
    referenceId,
    token: {
      symbol: found.token.symbol,
      decimals: found.token.decimals,
      networkName: found.chain.name,
    },
    available,
    excess: excessUnits(locked.checkout),
    from: isService ? "deposit" : available <= facts.unsweptUnits ? "signature" : "wallet",
  };
}
