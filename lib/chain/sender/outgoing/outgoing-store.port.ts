import type { MinedTransaction, SignedTransaction } from "@/lib/chain/sender/chain-sender.port";
import type { Fees, GasOfDay } from "@/lib/chain/sender/sending.rules";
import type { TokenRef } from "@/lib/chain/token.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";

/** For what a transaction is sent; its own row is locked, marked and ended together with the transaction. */
export type OutgoingOwner =
  | { purpose: "SETTLEMENT"; settlementId: string }
  | { purpose: "REFUND"; refundId: string }
  | { purpose: "RELAY"; authorizationId: string }
  | { purpose: "FILL" };

/** The same before it is signed for: a refund that was sent before is sent again only in place of that transaction. */
export type UnsentOwner =
  | Exclude<OutgoingOwner, { purpose: "REFUND" }>
  | (Extract<OutgoingOwner, { purpose: "REFUND" }> & { inPlaceOf: string | null });

/** One signed form of a transaction. */
export type Attempt = Fees & {
  /** From 1 on. */
  ordinal: number;
  txHash: Hex;
  rawTransaction: Hex;
  broadcastCount: number;
  lastBroadcastAt: Date | null;
  createdAt: Date;
};

/** A signed transaction of which the end is not known yet. */
export type OpenTransaction = {
  id: string;
  chainId: number;
  /** The wallet that signed. */
  walletAddress: Hex;
  owner: OutgoingOwner;
  nonce: bigint;
  gasLimit: bigint;
  /** The most that its dearest attempt can cost, in wei. */
  maxCostWei: bigint;
  createdAt: Date;
  /** Oldest first; at least one. At most one of them is ever mined. */
  attempts: readonly Attempt[];
};

export type TransactionOutcome =
  | ({ kind: "mined" } & MinedTransaction)
  /** Its nonce was used by another transaction, for good. */
  | { kind: "replaced" };

export type RefundCap = {
  since: Date;
  /** Whether the refund fits beside these, summed by token. */
  admits: (sent: readonly (TokenRef & { amountUnits: bigint })[]) => boolean;
};

export type StoreSigned = {
  transactionId: string;
  owner: UnsentOwner;
  /** For which merchant the gas is spent; null where it is for none. */
  projectId: string | null;
  chainId: number;
  walletAddress: Hex;
  /** The chain's next nonce: where the wallet has no nonce row yet or lags, and from where gaps are looked for. */
  firstNonce: bigint;
  /** This nonce or none: a hole to be filled. Null for the lowest that nothing uses. */
  onlyNonce: bigint | null;
  /**
   * What the wallet may spend on the chain since `since`, with this transaction, and of it what one owner may
   * (`fitsDailyCap`); null for no limit.
   */
  cap: { limitWei: bigint; since: Date } | null;
  /** What the wallet may refund in a day: judged by what it was signed to refund since then, under the wallet's lock. */
  refundCap?: RefundCap | undefined;
  maxCostWei: bigint;
  sign: (nonce: bigint) => Promise<SignedTransaction>;
  at: Date;
};

export type StoreSignedResult =
  | { kind: "stored"; transaction: OpenTransaction }
  /**
   * Someone else has signed for this owner already, or since; or it is not to be sent any more or not now: a refund
   * while a settlement of its deposit is open. Or the refund does not fit under the day's cap. Or the only nonce wanted is in use.
   */
  | { kind: "taken" }
  | ({ kind: "over_cap" } & GasOfDay)
  /** `firstNonce` is so far above the wallet's next one here that the node which told it is not believed. */
  | { kind: "nonce_leap"; knownNonce: bigint };

/** What the service's wallets send. */
export type OutgoingStore = {
  /**
   * Locks the owner, then the wallet's nonce row; takes the lowest nonce that nothing uses, lets `sign` make the
   * transaction and stores it with its owner marked (settlement: signed; refund: PROCESSING; authorization: SENT),
   * all in one database transaction: a nonce is given once or not at all.
   */
  storeSigned(input: StoreSigned): Promise<StoreSignedResult>;
  /**
   * Stores another attempt at a transaction that is still open and has `attempts` so far. Null when it has ended, or
   * someone else has added one.
   */
  addAttempt(
    transactionId: string,
    attempts: number,
    signed: SignedTransaction,
    at: Date,
  ): Promise<OpenTransaction | null>;
  /** Those signed and not ended, lowest nonce first: a later one cannot be mined before it. */
  open(chainId: number, walletAddress: Hex, limit: number): Promise<OpenTransaction[]>;
  noteBroadcast(transactionId: string, ordinal: number, at: Date, error: string | null): Promise<void>;
  /**
   * Nonces from `from` up to the wallet's next one that no live transaction uses though later ones are open: holes that
   * hold those up.
   */
  holes(chainId: number, walletAddress: Hex, from: bigint): Promise<bigint[]>;
  /**
   * Transactions of the wallet that had ended as mined, with nonces from `from` on and below `below`: a reorg took
   * them, and none behind them can be mined. They are open again, but for those that had reverted: what they were for
   * is done elsewhere by now, so their nonces are free. Answers how many.
   */
  reopen(chainId: number, walletAddress: Hex, from: bigint, below: bigint): Promise<number>;
  /**
   * Ends the transaction and what it was for. Settlement: items with a sweep in it (or swept since) are SWEPT, the
   * others FAILED and free. Refund: stays PROCESSING when it was mined well, since its completion is for the scanner to
   * tell; else PENDING again, unless the chain shows a payment of it. Authorization: USED, FAILED, or PENDING again
   * when it was replaced. Told twice, the second time changes nothing.
   * @returns false when it had ended, or is said to be replaced although a log of it is on the books
   */
  complete(transactionId: string, outcome: TransactionOutcome, at: Date): Promise<boolean>;
  /** What the wallet's transactions on the chain since then have cost, or can cost while they are open; in wei. */
  spentSince(chainId: number, walletAddress: Hex, since: Date): Promise<bigint>;
};
