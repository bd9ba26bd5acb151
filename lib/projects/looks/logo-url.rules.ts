/**
 * The URL of a logo, addressed by its content.
 *
 * @param checkoutPageUrl origin of the payment page
 */
export function logoUrlOf(digest: string | null, checkoutPageUrl: string): string | null {
  return digest === null ? null : `${checkoutPageUrl}/logos/${digest}`;
}
