import type { TokenRef } from "@/lib/chain/token.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";

/** Whose wallet pays the refund. */
export type RefundSource = "DEPOSIT" | "MERCHANT";

/** A log to record: funds that arrived at a deposit address (transfer), left it (sweep) or were refunded (refund). */
export type NewLog = TokenRef & {
  id: string;
  checkoutId: string;
  blockNumber: bigint;
  blockHash: Hex;
  blockTimestamp: Date;
  txHash: Hex;
  logIndex: number;
  amountUnits: bigint;
};

export type NewTransfer = NewLog & { fromAddress: Hex };

/** A recorded log that a reorg took back. */
export type OrphanedLog = TokenRef & {
  checkoutId: string;
  txHash: Hex;
  amountUnits: bigint;
} & (
    | { kind: "transfer"; fromAddress: Hex }
    | { kind: "sweep" }
    | { kind: "refund"; refundId: string | null; fromAccount: RefundSource; toAddress: Hex }
  );

/** A log of a refund payment, to be recorded. */
export type NewRefundPayment = NewLog & {
  /** Null for a token in which the checkout was not paid: no refund matches. */
  refundId: string | null;
  fromAccount: RefundSource;
  toAddress: Hex;
};

/** A refund payment that just became final. */
export type FinalRefundPayment = Omit<
  NewRefundPayment,
  "id" | "blockNumber" | "blockHash" | "blockTimestamp" | "logIndex"
>;

/** The amount of a token that one transaction brought and that is not being returned. */
export type UndecidedStray = {
  txHash: Hex;
  amountUnits: bigint;
  /** Every transfer of this transaction is final. */
  final: boolean;
  /** A canonical sweep took it. */
  swept: boolean;
};
