import type { TokenRef } from "@/lib/chain/token.rules";
import type { RefundStatus, RefundType } from "@/lib/checkouts/refunds/refund.rules";
import type { DeliveryStatus } from "@/lib/checkouts/state/events.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";

/** Whether a log stands on the chain, for good, or was taken by a reorg. */
export type LogStatus = "pending" | "final" | "reverted";

/** Funds that left the deposit address for the merchant. */
export type HistorySweep = TokenRef & {
  amountUnits: bigint;
  txHash: Hex;
  status: LogStatus;
  at: Date;
};

/** The checkout's part in a settlement. */
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

/** An event on its way to one endpoint. */
export type HistoryDelivery = {
  deliveryId: string;
  endpointId: string;
  url: string;
  eventKind: string;
  status: DeliveryStatus;
  attemptCount: number;
  nextAttemptAt: Date;
  /** When it was put on its way. */
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

/** What an operator had, or has, to look at. */
export type HistoryIncident = { incidentId: string; kind: string; createdAt: Date; resolvedAt: Date | null };

/** What followed from a checkout, beside what is shown over the API; each list newest first, at most 100. */
export type CheckoutHistory = {
  /** The payment link that made it. */
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
