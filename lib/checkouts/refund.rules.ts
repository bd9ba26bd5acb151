import type { TokenRef } from "@/lib/chain/token.rules";
import type { Hex } from "@/lib/platform/hex.rules";

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

/** A refund as stored, in the token that the checkout was paid in; it can go to any address that the customer names. */
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
  /** It returns stray money, which counts towards none of the checkout's sums. */
  stray: boolean;
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

/** A link that opens a refund's page, as it is kept. */
export type StoredLink = { hash: string; expiresAt: Date };
