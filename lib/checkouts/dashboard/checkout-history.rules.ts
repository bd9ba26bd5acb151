import type { TokenRef } from "@/lib/chain/token.rules";
import type { RefundStatus, RefundType } from "@/lib/checkouts/refunds/refund.rules";
import type { DeliveryStatus } from "@/lib/checkouts/state/events.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";

/** Whether a log is on the chain, is final, or was taken back by a reorg. */
export type LogStatus = "pending" | "final" | "reverted";

/** Funds that moved from the deposit address to the merchant. */
export type HistorySweep = TokenRef & {
  amountUnits: bigint;
  txHash: Hex;
  status: LogStatus;
  at: Date;
};

/** The checkout's share of a settlement. */
export type HistorySettlement = {
  settlementId: string;
  chainId: number;
  tokenAddress: Hex;
  status: "PENDING" | "SWEPT" | "FAILED";
  failureReason: string | null;
  txHash: Hex | null;
  createdAt: Date;
  completedAt: Date | null;
};

/** The delivery of an event to one endpoint. */
export type HistoryDelivery = {
  deliveryId: string;
  endpointId: string;
  url: string;
  eventKind: string;
  status: DeliveryStatus;
  attemptCount: number;
  nextAttemptAt: Date;
  /** When the delivery was created. */
  createdAt: Date;
  completedAt: Date | null;
  lastAttempt: {
    startedAt: Date;
    durationMs: number;
    statusCode: number | null;
    error: string | null;
  } | null;
};

export type HistoryRefund = {
  refundId: string;
  amountUnits: bigint;
  status: RefundStatus;
  refundType: RefundType;
  reason: string | null;
  destinationAddress: Hex | null;
  txHash: Hex | null;
  failureCode: string | null;
  createdAt: Date;
  completedAt: Date | null;
};

export type HistoryLedgerEntry = TokenRef & {
  kind: string;
  from: "CUSTOMER" | "DEPOSIT" | "MERCHANT";
  to: "CUSTOMER" | "DEPOSIT" | "MERCHANT";
  amountUnits: bigint;
  at: Date;
};

/** An incident for the operator, open or resolved. */
export type HistoryIncident = { incidentId: string; kind: string; createdAt: Date; resolvedAt: Date | null };

/** Records of a checkout that the API does not show; each list newest first, at most 100. */
export type CheckoutHistory = {
  /** The payment link that created it. */
  paymentLink: { linkId: string; slug: string; itemName: string } | null;
  sweeps: readonly HistorySweep[];
  settlements: readonly HistorySettlement[];
  deliveries: readonly HistoryDelivery[];
  refunds: readonly HistoryRefund[];
  ledger: readonly HistoryLedgerEntry[];
  incidents: readonly HistoryIncident[];
  /** How far each chain was scanned. */
  scannedBlocks: ReadonlyMap<number, bigint>;
};
