import type { Hex, TokenRef } from "./checkout";

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

export const refundTypes = [
  "CANCELLATION",
  "CUSTOMER_REQUEST",
  "OVERPAYMENT",
  "LATE_PAYMENT",
  "DUPLICATE",
  "OTHER",
] as const;
export type RefundType = (typeof refundTypes)[number];

/** Money that goes back to the customer, as stored; in the token that the checkout was paid in. */
export type Refund = TokenRef & {
  id: string;
  projectId: string;
  checkoutId: string;
  amountUnits: bigint;
  reason: string | null;
  refundType: RefundType;
  status: RefundStatus;
  /** Null until the customer named it. */
  destinationAddress: Hex | null;
  txHash: Hex | null;
  failureCode: string | null;
  /** Asked for over the API, or by a member who may not approve: counts towards the day's limit that needs no approval. */
  viaApi: boolean;
  createdAt: Date;
  completedAt: Date | null;
};

/** A transaction that is to be signed and sent for a refund: it moves tokens, and none of the chain's own coin. */
export type PreparedTransaction = {
  chainId: number;
  /** The one wallet that can: the merchant's, or the refund authority where the service does not hold its key. */
  from: Hex;
  to: Hex;
  data: Hex;
  value: "0";
  /** `refund` pays out of the deposit address, `transfer` out of the wallet itself. */
  method: "refund" | "transfer";
};
