import type { Hex } from "@/lib/platform/values/hex.rules";

/** What a customer's signature of a claim says. */
export type RefundClaim = {
  refundId: string;
  checkoutId: string;
  merchantName: string;
  /** As it is read: "4.50 USDC". */
  amount: string;
  networkName: string;
  /** The wallet that signs, and that is to be paid. */
  address: Hex;
};

/**
 * The text that a customer signs to have a refund sent to the wallet that paid (`personal_sign`). Page and service
 * make it of the same facts. It is good for this refund alone, and for no one but the signer.
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

/**
 * A name as it may stand in a sentence: it cannot pass for further lines, nor turn round the letters and figures that
 * come after it.
 */
export function oneLine(name: string): string {
  return name
    .replace(/\p{Bidi_Control}/gu, "")
    .replace(/[\s\p{Cc}\u2028\u2029]+/gu, " ")
    .trim();
}
