import type { CheckoutStatus, Hex, TokenRef } from "@/lib/core/checkout";
import type { ListPlace } from "@/lib/core/dashboard/list-place";
import type { Hindrance, SettlementTerms } from "../settlement-store";

/** What lies of one token at a project's deposit addresses on one chain. */
export type UnsweptSum = TokenRef & { deposits: number; units: bigint };

/** Why deposits are where they are; null: nothing is in the way, and `below_floor`: less than its sweep would cost. */
export type WaitingReason = Hindrance | "below_floor" | null;
export type WaitingSum = TokenRef & {
  reason: WaitingReason;
  deposits: number;
  units: bigint;
  /** The newest of them, at most five. */
  checkoutIds: readonly string[];
};

/** Something at a deposit address that pays nothing there. */
export type StrayHolding = {
  checkoutId: string;
  referenceId: string | null;
  checkoutStatus: CheckoutStatus;
  depositAddress: Hex;
  chainId: number;
  /** Null for the chain's own coin, whose amount is in wei and as it was last looked at. */
  tokenAddress: Hex | null;
  units: bigint;
  /** Of the newest transfer of it; null for the chain's own coin, which has no log. */
  txHash: Hex | null;
  seenAt: Date;
  /** Only the merchant's wallet or the refund authority may sweep it. */
  closed: boolean;
  frozen: boolean;
  beingSettled: boolean;
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

/** What lies at a project's deposit addresses, for its members to look at. */
export type HoldingDirectory = {
  /** By chain and token; a bounded number of deposits are added up, and `isWhole` says whether these were all. */
  unswept(projectId: string): Promise<{ sums: UnsweptSum[]; isWhole: boolean }>;
  /** Why deposits on the terms' chain wait, of the newest ones. */
  waiting(projectId: string, terms: SettlementTerms): Promise<WaitingSum[]>;
  /** Tokens first, by the newest checkout, then the chains' own coin. Looks at the newest deposits alone. */
  strays(projectId: string, limit: number): Promise<StrayHolding[]>;
  /** Away from the place's cursor: oldest first where it is `before`, newest first else. */
  latePayments(projectId: string, place: ListPlace, limit: number): Promise<LatePayment[]>;
};
