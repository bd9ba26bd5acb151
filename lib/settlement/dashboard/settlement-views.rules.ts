import type { TokenRef } from "@/lib/chain/token.rules";
import { rowCursors } from "@/lib/platform/lists/list-place.rules";
import { paramsOf, type SearchParams, textOf, wordOf } from "@/lib/platform/lists/search-params.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { SettlementPolicy } from "@/lib/projects/settings/settlement-policy.rules";

export const settlementCursors = rowCursors("stl");

export const settlementStatuses = ["PENDING", "COMPLETED", "FAILED"] as const;

export type SettlementStatus = (typeof settlementStatuses)[number];

/** Which of a project's settlements are listed; a null field does not narrow. */
export type SettlementFilter = { status: SettlementStatus | null; chainId: number | null };

/** Reads a list's address; what cannot be read does not narrow. */
export function readSettlementFilter(params: SearchParams): SettlementFilter {
  // Nine digits always fit the column.
  const chain = textOf(params, "chain", /^[1-9]\d{0,8}$/);
  return {
    status: wordOf(params, "status", settlementStatuses),
    chainId: chain === null ? null : Number(chain),
  };
}

/** The parameters that stand for it. */
export function settlementListParams({ status, chainId }: SettlementFilter): URLSearchParams {
  return paramsOf({ status: status?.toLowerCase() ?? null, chain: chainId?.toString() ?? null });
}

/** What a settlement moves of one token: what its sweeps took, or, while they are to come, what lies there. */
export type SettledAmount = { tokenAddress: Hex; units: bigint };

/** A settlement in a list. */
export type ListedSettlement = {
  id: string;
  chainId: number;
  status: SettlementStatus;
  /** Asked for by the merchant. */
  requested: boolean;
  createdAt: Date;
  completedAt: Date | null;
  /** Of the attempt that was mined, or of the newest; null while none is signed. */
  txHash: Hex | null;
  /** In wei, with a rollup's charge for data; null until it is final. */
  costWei: bigint | null;
  itemCount: number;
  sweptCount: number;
  failedCount: number;
  amounts: readonly SettledAmount[];
};

/** One deposit of a settlement. */
export type SettlementItemView = {
  checkoutId: string;
  tokenAddress: Hex;
  status: "PENDING" | "SWEPT" | "FAILED";
  failureReason: string | null;
  referenceId: string | null;
  /** What its sweep took; null before, and for one that failed. */
  units: bigint | null;
};

export type SettlementDetails = ListedSettlement & { items: readonly SettlementItemView[] };

/** What lies of one token at a project's deposit addresses on one chain. */
export type UnsweptSum = TokenRef & { deposits: number; units: bigint };

/** Why deposits are where they are; null: nothing is in the way, and `below_floor`: less than its sweep would cost. */
export const waitingReasons = [
  "frozen",
  "stray",
  "not_paid",
  "not_final",
  "refund_open",
  "being_settled",
  "closed",
  "not_deployed",
  "wallet_unknown",
  "held",
  "parked",
  "below_floor",
] as const;

export type WaitingReason = (typeof waitingReasons)[number] | null;

export type WaitingSum = TokenRef & {
  /** By which the project settles on this chain. */
  policy: SettlementPolicy;
  reason: WaitingReason;
  deposits: number;
  units: bigint;
  /** The newest of them, at most five. */
  checkoutIds: readonly string[];
};

/** Deposits of one token that only one wallet may sweep. */
export type ClosedSum = TokenRef & { merchantAddress: Hex; deposits: number; units: bigint };

/** What one wallet may sweep on one chain by one transaction, or by several where it is more than a batch. */
export type ClosedBatch = {
  chainId: number;
  wallet: Hex;
  deposits: number;
  sums: readonly { tokenAddress: Hex; units: bigint }[];
  /** False for a contract wallet that is not on this chain: it cannot sign here. */
  isDeployed: boolean;
};

/** A late payment that are undecided. */
export type LatePayment = TokenRef & {
  id: string;
  createdAt: Date;
  referenceId: string | null;
  itemName: string | null;
  fiatAmount: string | null;
  fiatCurrency: string | null;
  amountUnits: bigint;
  /** Final transfers. */
  paidUnits: bigint;
  refundedUnits: bigint;
  refundingUnits: bigint;
  expiresAt: Date;
  /** Null where its time was over before it was paid. */
  cancelledAt: Date | null;
  /** When its last counted transfer was in a block. */
  paidAt: Date | null;
  txHash: Hex | null;
};
