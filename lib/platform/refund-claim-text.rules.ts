import type { Hex } from "@/lib/platform/values/hex.rules";

/** What a customer's signature of a claim states. */
export type RefundClaim = {
  refundId: string;
  checkoutId: string;
  merchantName: string;
  /** Formatted for people: "4.50 USDC". */
  amount: string;
  networkName: string;
  /** The wallet that signs and gets paid. */
  address: Hex;
};

/**
 * The text that a customer signs to have a refund sent to the wallet that paid (`personal_sign`). Page and service
 * build it from the same facts. It is valid for this refund and this signer only.
 */
export function refundClaimText({
  refundId,
  checkoutId,
  merchantName,
  amount,
  networkName,
  address,
}: RefundClaim): string {
  return [
    `${oneLine(merchantName)} returns ${amount} on ${oneLine(networkName)}.`,
    "",
    "Sign to have it sent to this wallet:",
    address.toLowerCase(),
    "",
    "Signing costs nothing and moves nothing from this wallet.",
    `Refund: ${refundId}`,
    `Checkout: ${checkoutId}`,
  ].join("\n");
}

/** A name for use in a sentence: it cannot add lines, nor reorder the text after it. */
export function oneLine(name: string): string {
  return name
    .replace(/\p{Bidi_Control}/gu, "")
    .replace(/[\s\p{Cc}\u2028\u2029]+/gu, " ")
    .trim();
}
