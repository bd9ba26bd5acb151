import type { TokenRef } from "@/lib/chain/token.rules";
import type { Hex } from "@/lib/platform/hex.rules";
import type { SettlementPolicy } from "@/lib/projects/settlement-policy.rules";

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

/** A late payment that nobody has decided on. */
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
