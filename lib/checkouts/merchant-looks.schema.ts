import { z } from "zod";

export const logoUrl = z
  .string()
  .nullable()
  .describe(
    "The merchant's picture: it never changes, for another has another address. Null where there is none.",
  );

export const accentColor = z
  .string()
  .nullable()
  .meta({ pattern: "^#[0-9a-f]{6}$" })
  .describe("The merchant's own colour on the page; null for the service's.");

/**
 * Where a logo is served: an address named by the picture's content.
 *
 * @param checkoutPageUrl origin of the payment page
 */
export function logoUrlOf(digest: string | null, checkoutPageUrl: string): string | null {
  return digest === null ? null : `${checkoutPageUrl}/logos/${digest}`;
}
