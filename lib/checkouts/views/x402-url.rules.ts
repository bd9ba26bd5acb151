/** Where software pays a checkout (x402). */
export function x402UrlOf(checkoutPageUrl: string, checkoutId: string): string {
  return `${checkoutPageUrl}/c/${checkoutId}/x402`;
}
