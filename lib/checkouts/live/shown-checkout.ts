import { checkoutFingerprint, checkoutScreen, isLastScreen } from "@/lib/checkouts/checkout-screen.rules";
import { getPublicCheckout, type PublicCheckoutDeps } from "@/lib/checkouts/get-public-checkout";

/** What the payment page shows of a checkout. */
export type ShownCheckout = {
  fingerprint: string;
  /** Nothing that the page follows comes after it. */
  isLast: boolean;
  /** For how long it can be taken for true while the checkout's mark stays the same; may be infinite. */
  goodForMs: number;
};

/** Options before a choice are at the current rate, of which no mark tells. */
const optionsGoodForMs = 10_000;
/** Nor does one tell whether the chain lets us see that a token takes signatures, and for how long they are taken. */
const openGoodForMs = 30_000;

/** @throws CheckoutError CHECKOUT_NOT_FOUND */
export async function shownCheckout(deps: PublicCheckoutDeps, checkoutId: string): Promise<ShownCheckout> {
  const view = await getPublicCheckout(deps, checkoutId);
  return {
    fingerprint: checkoutFingerprint(view),
    isLast: isLastScreen(checkoutScreen(view)),
    goodForMs: view.status === "PENDING" ? openFor(view) : Number.POSITIVE_INFINITY,
  };
}

function openFor(view: { tokenAddress: string | null; expiresAt: string; serverTime: string }): number {
  const goodForMs = view.tokenAddress === null ? optionsGoodForMs : openGoodForMs;
  const leftMs = Date.parse(view.expiresAt) - Date.parse(view.serverTime);
  return leftMs > 0 ? Math.min(goodForMs, leftMs) : goodForMs;
}
