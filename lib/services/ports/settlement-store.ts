import type { Hex } from "@/lib/core/checkout";
import type { SignedTransaction, SweepItem } from "./chain-sender";

/** A paid checkout whose funds may be swept. */
export type SettleableCheckout = { checkoutId: string; projectId: string; tokenAddress: Hex; paidAt: Date };

export type OpenSettlement = {
  settlementId: string;
  projectId: string;
  chainId: number;
  items: readonly SweepItem[];
};

/** A signed transaction of which the end is not known yet. */
export type OpenTransaction = {
  id: string;
  chainId: number;
  settlementId: string | null;
  txHash: Hex;
  rawTransaction: Hex;
  nonce: bigint;
  broadcastCount: number;
  lastBroadcastAt: Date | null;
};

export type TransactionOutcome =
  | { kind: "mined"; status: "success" | "reverted"; blockNumber: bigint; blockHash: Hex }
  /** Its nonce was used by another transaction. */
  | { kind: "replaced" };

export type SettlementStore = {
  /**
   * PAID checkouts (and accepted late ones) of projects that settle automatically, whose transfers are all
   * in blocks up to `upTo`, with no open settlement and no open refund; oldest first. Batched projects
   * appear once they have 50 of them or one waits since `batchedBefore`. A deposit of which a sweep failed in a
   * settlement opened after `failedBefore` is left out.
   */
  settleable(
    chainId: number,
    upTo: bigint,
    times: { batchedBefore: Date; failedBefore: Date },
    limit: number,
  ): Promise<SettleableCheckout[]>;
  /** Opens a settlement over those items that are in no other open one; null when none is left. */
  open(
    settlementId: string,
    projectId: string,
    chainId: number,
    checkouts: readonly SettleableCheckout[],
    at: Date,
  ): Promise<OpenSettlement | null>;
  /** Settlements for which no transaction was signed yet. */
  unsigned(chainId: number, limit: number): Promise<OpenSettlement[]>;
  /**
   * Takes the operator's next nonce under row lock, lets `sign` make the transaction and stores it with its
   * settlement, all in one transaction. Null when somebody else has signed for this settlement already.
   */
  storeSigned(input: {
    transactionId: string;
    settlementId: string;
    chainId: number;
    operatorAddress: Hex;
    /** The chain's next nonce: where the operator has no nonce row yet, and from where gaps are looked for. */
    firstNonce: bigint;
    sign: (nonce: bigint) => Promise<SignedTransaction>;
    at: Date;
  }): Promise<OpenTransaction | null>;
  /** Ends a settlement for which nothing was signed: its items FAILED for the reason. A signed one stays. */
  abandon(settlementId: string, reason: string, at: Date): Promise<void>;
  openTransactions(chainId: number, limit: number): Promise<OpenTransaction[]>;
  noteBroadcast(transactionId: string, at: Date, error: string | null): Promise<void>;
  /**
   * Transactions of the operator that had ended as mined, with nonces from `from` on and below `below`: a reorg took
   * them, and none behind them can be mined. They are open again. Answers how many.
   */
  reopen(chainId: number, operatorAddress: Hex, from: bigint, below: bigint): Promise<number>;
  /** Ends the transaction and its settlement: items with a sweep in it (or swept since) are SWEPT, the others FAILED and free. */
  complete(transactionId: string, outcome: TransactionOutcome, at: Date): Promise<void>;
};
