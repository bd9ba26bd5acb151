import { type ApiAnswer, callApi, post } from "@/lib/browser/api";
import type { WalletBalance } from "@/lib/checkouts/views/payment-option.schema";
import type { PublicCheckoutView } from "@/lib/checkouts/views/public-checkout.schema";

// Apart from the page's own calls, which every visit loads.

/** `POST /api/c/:id/authorize` */
export function authorizePayment(
  checkoutId: string,
  signed: Readonly<Record<string, string | number>>,
): Promise<ApiAnswer<PublicCheckoutView>> {
  return callApi(`/api/c/${encodeURIComponent(checkoutId)}/authorize`, post(signed));
}

/** `POST /api/c/:id/balances` */
export function readBalances(checkoutId: string, wallet: string): Promise<ApiAnswer<WalletBalance[]>> {
  return callApi(`/api/c/${encodeURIComponent(checkoutId)}/balances`, post({ wallet }));
}
