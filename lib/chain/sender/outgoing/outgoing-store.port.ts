import type { MinedTransaction, SignedTransaction } from "@/lib/chain/sender/chain-sender.port";
import type { Fees, GasOfDay } from "@/lib/chain/sender/sending.rules";
import type { TokenRef } from "@/lib/chain/token.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";

/** The purpose of a transaction; its own row is locked, marked and completed together with the transaction. */
export type OutgoingOwner =
  | { purpose: "SETTLEMENT"; settlementId: string }
  | { purpose: "REFUND"; refundId: string }
  | { purpose: "RELAY"; authorizationId: string }
  | { purpose: "FILL" };

/** The owner before signing: a refund that was sent before may only replace that transaction. */
export type UnsentOwner =
  | Exclude<OutgoingOwner, { purpose: "REFUND" }>
  | (Extract<OutgoingOwner, { purpose: "REFUND" }> & { inPlaceOf: string | null });

/** One signed form of a transaction. */
export type Attempt = Fees & {
  /** Starts at 1. */
  ordinal: number;
  txHash: Hex;
  rawTransaction: Hex;
  broadcastCount: number;
  lastBroadcastAt: Date | null;
  createdAt: Date;
};

/** A signed transaction without a known outcome. */
export type OpenTransaction = {
  id: string;
  chainId: number;
  /** The wallet that signed. */
  walletAddress: Hex;
  owner: OutgoingOwner;
  nonce: bigint;
  gasLimit: bigint;
  /** The most that its most expensive attempt can cost, in wei. */
  maxCostWei: bigint;
  createdAt: Date;
  /** Oldest first; at least one. At most one of them is ever mined. */
  attempts: readonly Attempt[];
};

export type TransactionOutcome =
  | ({ kind: "mined" } & MinedTransaction)
  /** Another transaction used its nonce for good. */
  | { kind: "replaced" };

export type RefundCap = {
  since: Date;
  /** Whether the refund fits beside these, summed by token. */
  admits: (sent: readonly (TokenRef & { amountUnits: bigint })[]) => boolean;
};

export type StoreSigned = {
  transactionId: string;
  owner: UnsentOwner;
  /** The merchant for whom the gas is spent; null for none. */
  projectId: string | null;
  chainId: number;
  walletAddress: Hex;
  /**
   * The chain's next nonce: used when the wallet has no nonce row yet or lags, and as the start of the search for gaps.
   */
  firstNonce: bigint;
  /** Only this nonce: a gap to fill. Null for the lowest unused one. */
  onlyNonce: bigint | null;
  /**
   * The wallet's limit on the chain since `since`, including this transaction, and one owner's share (`fitsDailyCap`);
   * null for no limit.
   */
  cap: { limitWei: bigint; since: Date } | null;
  /** The wallet's daily refund cap, checked under its lock against the refunds signed since then. */
  refundCap?: RefundCap | undefined;
  maxCostWei: bigint;
  sign: (nonce: bigint) => Promise<SignedTransaction>;
  at: Date;
};

export type StoreSignedResult =
  | { kind: "stored"; transaction: OpenTransaction }
  /**
   * Another worker signed for this owner; or it must not be sent now (a refund while a settlement of its deposit is
   * open) or any more; or the refund exceeds the daily cap; or the requested nonce is in use.
   */
  | { kind: "taken" }
  | ({ kind: "over_cap" } & GasOfDay)
  /** `firstNonce` is so far above our next nonce that we do not believe the node. */
  | { kind: "nonce_leap"; knownNonce: bigint };

/** Transactions of the service's wallets. */
export type OutgoingStore = {
  /**
   * Locks the owner, then the wallet's nonce row; takes the lowest unused nonce, lets `sign` create the transaction and
   * stores it with its owner (settlement: signed; refund: PROCESSING; authorization: SENT), all in one database
   * transaction: a nonce is given once or not at all.
   */
  storeSigned(input: StoreSigned): Promise<StoreSignedResult>;
  /**
   * Stores another attempt at an open transaction that has `attempts` so far. Null when it has ended, or another
   * attempt was added meanwhile.
   */
  addAttempt(
    transactionId: string,
    attempts: number,
    signed: SignedTransaction,
    at: Date,
  ): Promise<OpenTransaction | null>;
  /** Open transactions, lowest nonce first: a later one cannot be mined before it. */
  open(chainId: number, walletAddress: Hex, limit: number): Promise<OpenTransaction[]>;
  noteBroadcast(transactionId: string, ordinal: number, at: Date, error: string | null): Promise<void>;
  /** Unused nonces from `from` up to the wallet's next one, below open transactions: gaps that block those. */
  holes(chainId: number, walletAddress: Hex, from: bigint): Promise<bigint[]>;
  /**
   * Completed transactions of the wallet with nonces from `from` and below `below` that a reorg took: nothing behind
   * them can be mined. Reopens them, except reverted ones: their purpose was served elsewhere, so their nonces are
   * free. Returns how many.
   */
  reopen(chainId: number, walletAddress: Hex, from: bigint, below: bigint): Promise<number>;
  /**
   * Completes the transaction and its owner. Settlement: items with a sweep in it (or swept since) are SWEPT, the
   * others FAILED and free. Refund: stays PROCESSING if it succeeded, since the scanner completes it; otherwise PENDING
   * again, unless the chain shows a payment. Authorization: USED, FAILED, or PENDING again if it was replaced. A second
   * call changes nothing.
   * @returns false when it had ended, or is reported as replaced although we recorded a log of it
   */
  complete(transactionId: string, outcome: TransactionOutcome, at: Date): Promise<boolean>;
  /** Cost of the wallet's transactions on the chain since then, open ones at their maximum; in wei. */
  spentSince(chainId: number, walletAddress: Hex, since: Date): Promise<bigint>;
};
