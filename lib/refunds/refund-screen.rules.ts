import type { RefundStatus } from "@/lib/checkouts/refund-facts.rules";
import { refundProgress } from "@/lib/checkouts/refund-progress.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { oneLine } from "@/lib/platform/values/one-line.rules";
import { cleanText } from "@/lib/platform/values/text.rules";

/** The screens of the page behind a refund's link: one task per screen. */
export const refundScreens = [
  "ask",
  "confirm",
  "sign",
  "not_ready",
  "taken",
  "sending",
  "sent",
  "failed",
  "cancelled",
] as const;

export type RefundScreen = (typeof refundScreens)[number];

/** The part of the view that decides the screen. */
export type RefundScreenFacts = {
  link: "claim" | "sign";
  status: RefundStatus;
  destinationAddress: string | null;
  txHash: string | null;
  call: { from: string; to: string; data: string } | null;
};

/**
 * The screen of a refund's link.
 *
 * @param named the customer entered a valid address and has yet to confirm it
 */
export function refundScreen(
  { link, status, destinationAddress, txHash, call }: RefundScreenFacts,
  named = false,
): RefundScreen {
  switch (status) {
    case "AWAITING_APPROVAL":
    case "AWAITING_ADDRESS":
      if (link === "sign") return "not_ready";
      // The customer may name an address before the owner's approval.
      if (destinationAddress !== null) return "taken";
      return named ? "confirm" : "ask";
    case "AWAITING_SIGNATURE":
      // Without a call there is nothing to sign: it is already being sent, or not ready yet.
      if (link === "sign" && call !== null) return "sign";
      return refundProgress({ status, txHash }).step === "sent" ? "sending" : "taken";
    case "PENDING":
      return "taken";
    case "PROCESSING":
      return "sending";
    case "COMPLETED":
      return "sent";
    case "FAILED":
      return "failed";
    case "CANCELLED":
      return "cancelled";
    default:
      return status satisfies never;
  }
}

/** Equal for two views exactly when the page would show the same. */
export function refundFingerprint(facts: RefundScreenFacts): string {
  const { call, destinationAddress, txHash } = facts;
  return JSON.stringify([
    refundScreen(facts),
    destinationAddress,
    txHash,
    call === null ? null : [call.from, call.to, call.data],
  ]);
}

/**
 * The text that a paying wallet signs to request money that paid nothing back to it (`personal_sign`). Page and service build
 * it from the same facts; it is valid for this checkout and this signer only.
 */
export function excessRequestText(request: {
  checkoutId: string;
  merchantName: string;
  /** Formatted for people: "4.50 USDC". */
  amount: string;
  networkName: string;
  /** The wallet that paid and signs. */
  address: Hex;
}): string {
  const { checkoutId, merchantName, amount, networkName, address } = request;
  return [
    `You request ${amount} back from ${oneLine(cleanText(merchantName))} on ${oneLine(networkName)}.`,
    "",
    "Sign to have it refunded to this wallet:",
    address.toLowerCase(),
    "",
    "Signing costs nothing and moves nothing from this wallet.",
    `Checkout: ${checkoutId}`,
  ].join("\n");
}

/** A call that a transaction made; all lower-case. */
type Call = { from: Hex; to: Hex | null; input: Hex };

type Transfer = { merchantAddress: Hex; tokenAddress: Hex; destinationAddress: Hex; amountUnits: bigint };

/** `transfer(address,uint256)` of ERC-20. */
const transferSelector = "0xa9059cbb";

/** `execTransaction(address,uint256,bytes,uint8,…)` of a Safe. */
const safeSelector = "0x6a761202";

const wordDigits = 64;

/**
 * Whether the call makes the merchant's wallet send the token's whole amount to the destination: signed by the wallet's
 * own key, or through the wallet's Safe. Trailing bytes have no effect; some wallets append a tag.
 */
export function callsTransfer(call: Call, { merchantAddress, tokenAddress, ...transfer }: Transfer): boolean {
  const expected = transferSelector + word(BigInt(transfer.destinationAddress)) + word(transfer.amountUnits);
  if (call.to === tokenAddress) return call.from === merchantAddress && call.input.startsWith(expected);
  if (call.to !== merchantAddress || !call.input.startsWith(safeSelector)) return false;
  const args = call.input.slice(safeSelector.length);
  const isCallToToken =
    args.startsWith(word(BigInt(tokenAddress))) && args.slice(3 * wordDigits).startsWith(word(0n));
  // ABI encoding: the third argument is the offset of the bytes, which start with their length.
  const place = Number(BigInt(`0x${args.slice(2 * wordDigits, 3 * wordDigits) || "0"}`)) * 2;
  return isCallToToken && args.slice(place + wordDigits).startsWith(expected.slice(2));
}

function word(value: bigint): string {
  return value.toString(16).padStart(wordDigits, "0");
}

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
