import { cleanText } from "@/lib/platform/clean-text.rules";
import type { Hex } from "@/lib/platform/hex.rules";
import { oneLine } from "@/lib/platform/refund-claim-text.rules";

/**
 * The text that a paying wallet signs to have an overpayment refunded to it (`personal_sign`). Page and service make it
 * from the same facts; it is good for this checkout and for the signer alone.
 */
export function excessRequestText(request: {
  checkoutId: string;
  merchantName: string;
  /** As it is read: "4.50 USDC". */
  amount: string;
  networkName: string;
  /** The wallet that paid, and signs. */
  address: Hex;
}): string {
  const { checkoutId, merchantName, amount, networkName, address } = request;
  return [
    `You paid ${oneLine(cleanText(merchantName))} ${amount} too much on ${oneLine(networkName)}.`,
    "",
    "Sign to request a refund of it to this wallet:",
    address.toLowerCase(),
    "",
    "Signing costs nothing and moves nothing from this wallet.",
    `Checkout: ${checkoutId}`,
  ].join("\n");
}
