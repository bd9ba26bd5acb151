import type { TokenRef } from "@/lib/chain/token.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";

// What a checkout knows of its refunds; what moves one is in lib/refunds.

export const refundStatuses = [
  "AWAITING_APPROVAL",
  "AWAITING_ADDRESS",
  "AWAITING_SIGNATURE",
  "PENDING",
  "PROCESSING",
  "COMPLETED",
  "FAILED",
  "CANCELLED",
] as const;

export type RefundStatus = (typeof refundStatuses)[number];

export function isRefundOver(status: RefundStatus): boolean {
  return status === "COMPLETED" || status === "FAILED" || status === "CANCELLED";
}

export const refundTypes = [
  "CANCELLATION",
  "CUSTOMER_REQUEST",
  "OVERPAYMENT",
  "LATE_PAYMENT",
  "DUPLICATE",
  "OTHER",
] as const;

export type RefundType = (typeof refundTypes)[number];

/**
 * A refund as stored, in the token in which the checkout was paid; it can go to any address that the customer names.
 */
export type Refund = TokenRef & {
  id: string;
  projectId: string;
  checkoutId: string;
  amountUnits: bigint;
  reason: string | null;
  refundType: RefundType;
  status: RefundStatus;
  /** Null until the customer names it. */
  destinationAddress: Hex | null;
  txHash: Hex | null;
  failureCode: string | null;
  /** Created over the API, or by a member without the right to approve: it counts towards the daily limit. */
  viaApi: boolean;
  /** It returns stray money, which is in none of the checkout's sums. */
  stray: boolean;
  createdAt: Date;
  completedAt: Date | null;
};

/** A transaction for a wallet to sign and send for a refund: it moves tokens only, no native coin. */
export type PreparedTransaction = {
  chainId: number;
  /**
   * The only wallet that can send it: the merchant's, or the refund authority when the service does not hold its key.
   */
  from: Hex;
  to: Hex;
  data: Hex;
  value: "0";
  /** `refund` pays out of the deposit address, `transfer` out of the wallet itself. */
  method: "refund" | "transfer";
};
