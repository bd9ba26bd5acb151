import type { FoundPayments, VerifyPaymentResult } from "@/lib/checkouts/checkout-input.schema";
import type { PublicCheckoutView } from "@/lib/checkouts/views/public-checkout.schema";
import { type ApiAnswer, callApi, type Held, post } from "./api";

/** `GET /api/c/:id`. While the view is unchanged, the answer is the one that is held. */
export function fetchCheckout(
  checkoutId: string,
  signal: AbortSignal,
  held: { current: Held<PublicCheckoutView> | null },
): Promise<ApiAnswer<PublicCheckoutView>> {
  return callApi(checkoutPath(checkoutId), { cache: "no-store", signal }, held);
}

/** `GET /api/c/:id/events`, a stream of fingerprints */
export function checkoutEventsPath(checkoutId: string): string {
  return `${checkoutPath(checkoutId)}/events`;
}

/** `POST /api/c/:id/select` */
export function selectToken(
  checkoutId: string,
  choice: { chainId: number; tokenAddress: string },
): Promise<ApiAnswer<PublicCheckoutView>> {
  return callApi(`${checkoutPath(checkoutId)}/select`, post(choice));
}

/** `POST /api/c/:id/verify` */
export function verifyPayment(
  checkoutId: string,
  payment: { txHash: string; chainId: number },
): Promise<ApiAnswer<VerifyPaymentResult>> {
  return callApi(`${checkoutPath(checkoutId)}/verify`, post(payment));
}

/** `POST /api/c/:id/find` */
export function findPayments(checkoutId: string, sender: string): Promise<ApiAnswer<FoundPayments>> {
  return callApi(`${checkoutPath(checkoutId)}/find`, post({ sender }));
}

/** `POST /api/c/:id/request-excess` */
export function requestExcess(
  checkoutId: string,
  request: { contact?: string } | { wallet: string; signature: string },
): Promise<ApiAnswer<PublicCheckoutView>> {
  return callApi(`${checkoutPath(checkoutId)}/request-excess`, post(request));
}

function checkoutPath(checkoutId: string): string {
  return `/api/c/${encodeURIComponent(checkoutId)}`;
}
