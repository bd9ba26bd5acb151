import type { AuditEntry } from "@/lib/accounts/audit.store";
import type { ConfirmationSpeed } from "@/lib/chain/confirmation-policy.rules";
import type { BlockHeader } from "@/lib/chain/reader/chain-reader.port";
import type { ChainPosition } from "@/lib/chain/scan-position.rules";
import type { TokenRef } from "@/lib/chain/token.rules";
import type { Checkout, TimelineEntry, Transfer } from "@/lib/checkouts/checkout.rules";
import type { Incident } from "@/lib/platform/incidents/incident-store.port";
import type { Completion } from "@/lib/platform/limits/idempotency.port";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { Quote } from "@/lib/rates/quote.rules";
import type { Refund } from "@/lib/refunds/refund.rules";
import type { OutboxEvent } from "@/lib/webhooks/outbox.store";

/** Blocks below the position that we left unread for now. */
export type ChainGap = {
  chainId: number;
  fromBlock: bigint;
  toBlock: bigint;
  /** Time of the block before `fromBlock`. */
  readThrough: Date;
};

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

/** Whose wallet pays the refund. */
export type RefundSource = "DEPOSIT" | "MERCHANT";

/** A log of a refund payment, to be recorded. */
export type NewRefundPayment = NewLog & {
  /** Null for a token in which the checkout was not paid: no refund matches. */
  refundId: string | null;
  fromAccount: RefundSource;
  toAddress: Hex;
};

/** A refund with its row locked, and its payment. */
export type WatchedRefund = {
  refund: Refund;
  /** A canonical log pays it. */
  paid: boolean;
  /** We created it because someone sent funds back without a request. */
  unasked: boolean;
  /** The service's transaction for it, with every hash under which it was signed; null without one. */
  outgoing: { canPay: boolean; txHashes: readonly Hex[] } | null;
  handedInTxHash: Hex | null;
  submittedTxHash: Hex | null;
};

/** A refund payment that just became final. */
export type FinalRefundPayment = TokenRef & {
  checkoutId: string;
  refundId: string | null;
  fromAccount: RefundSource;
  toAddress: Hex;
  amountUnits: bigint;
  txHash: Hex;
};

export type NewTransfer = NewLog & { fromAddress: Hex };
export type NewSweep = NewLog;

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

/**
 * Kind of a recorded log: funds arrived at a deposit address (transfer), were swept (sweep), or were refunded from the
 * deposit address (refund) or by an ordinary transfer from the merchant's wallet (merchant_refund).
 */
export type LogKind = "transfer" | "sweep" | "refund" | "merchant_refund";

/** A canonical log as recorded. */
export type RecordedLog = TokenRef & {
  kind: LogKind;
  checkoutId: string;
  depositAddress: Hex;
  /** The receiver; null for a sweep. */
  toAddress: Hex | null;
  blockNumber: bigint;
  blockHash: Hex;
  txHash: Hex;
  logIndex: number;
  amountUnits: bigint;
};

/** A checkout with every fact that decides its status; its row is locked until the transaction ends. */
export type LockedCheckout = {
  checkout: Checkout;
  quotes: readonly Quote[];
  /** Canonical transfers of any token and chain. */
  transfers: readonly Transfer[];
  /** Canonical and final sweeps, summed by token. */
  sweptFinal: readonly (TokenRef & { amountUnits: bigint })[];
  /** Completed refunds, summed by token. */
  refunded: readonly (TokenRef & { amountUnits: bigint })[];
  /** Refunds on their way, summed by token. */
  refunding: readonly (TokenRef & { amountUnits: bigint })[];
  /** Returns of stray money that did not fail, summed by token. */
  returned: readonly (TokenRef & { amountUnits: bigint })[];
  /** The project's policy for late payments. */
  latePaymentPolicy: "HOLD" | "ACCEPT" | "REFUND";
};

/** A transaction that a customer submitted. */
export type Hint = { checkoutId: string; chainId: number; txHash: Hex };

export type OpenHint = Hint & { depositAddress: Hex };

/** A checkout after its facts were evaluated: the changes and their events. */
export type Advance = {
  checkout: Checkout;
  /** The status at the read: the update's compare-and-set. */
  previousStatus: Checkout["status"];
  newQuote: Quote | null;
  timeline: readonly TimelineEntry[];
  events: readonly OutboxEvent[];
  /** Incidents for the operator. */
  incidents?: readonly Incident[];
};

/** A recorded log that is not final yet, with the facts that decide its finality. */
export type AwaitingFinality = RecordedLog & {
  id: string;
  /** The highest price at which its checkout was quoted in this token; null without such a quote. */
  quotedUnits: bigint | null;
  confirmationSpeed: ConfirmationSpeed;
};

/** The watcher's reads and writes of refunds, inside its transaction. It locks the checkouts first. */
export type RefundPaymentTransaction = {
  /** Checkouts with an open refund that one of these transfers from a merchant's wallet may pay. */
  awaiting(
    chainId: number,
    transfers: readonly { from: Hex; to: Hex; tokenAddress: Hex; amountUnits: bigint; txHash: Hex }[],
  ): Promise<string[]>;
  /**
   * Saves the hash of a transaction that sent a refund's whole amount but, because of the token's transfer fee,
   * delivered less.
   */
  noteHandedIn(refundId: string, txHash: Hex): Promise<void>;
  /** Whether any of this token was refunded from the checkout's deposit address. */
  wentBack(checkoutId: string, token: TokenRef): Promise<boolean>;
  /** The checkouts' open refunds and the named ones; locked in id order. */
  lockRefunds(checkoutIds: readonly string[], refundIds: readonly string[]): Promise<WatchedRefund[]>;
  /** Canonical refund payments in these transactions. */
  refundPaymentsIn(
    chainId: number,
    txHashes: readonly Hex[],
  ): Promise<
    Pick<NewRefundPayment, "id" | "checkoutId" | "refundId" | "txHash" | "blockHash" | "logIndex">[]
  >;
  /** Records payments with their ledger entries; an existing one changes nothing. */
  insertRefundPayments(payments: readonly NewRefundPayment[]): Promise<void>;
  /** Writes refunds that no one requested. The caller updates the checkout's sums. */
  insertRefunds(refunds: readonly Refund[]): Promise<void>;
  /** Writes status, transaction and completion of refunds. The caller updates the checkout's sums. */
  saveRefunds(refunds: readonly Refund[]): Promise<void>;
  markRefundPaymentsFinal(ids: readonly string[], at: Date): Promise<FinalRefundPayment[]>;
};

/** Reads and writes inside one database transaction. */
export type PaymentTransaction = RefundPaymentTransaction & {
  /** Locks the chain's cursor row; null before the first scan. */
  lockPosition(chainId: number): Promise<ChainPosition | null>;
  /** Does not write `gapReadThrough`, which follows from the gaps. */
  savePosition(position: ChainPosition): Promise<void>;
  /** The chain's gaps, lowest first. */
  gaps(chainId: number): Promise<ChainGap[]>;
  /** Replaces all gaps of the chain. */
  saveGaps(chainId: number, gaps: readonly ChainGap[]): Promise<void>;
  /** Upserts headers and drops those more than `keep` blocks below the newest. */
  saveHeaders(chainId: number, headers: readonly BlockHeader[], keep: number): Promise<void>;
  /**
   * A reorg: marks every transfer, sweep and refund payment above `ancestor` orphaned, compensates them in the ledger
   * and drops the headers above. Returns the orphaned logs.
   */
  orphanAbove(chainId: number, ancestor: bigint): Promise<OrphanedLog[]>;
  /** The same for rows recorded under another hash than their block's given header. */
  orphanMismatched(chainId: number, headers: readonly BlockHeader[]): Promise<OrphanedLog[]>;
  /** The same for rows of the given logs' transactions that are recorded in another block than the log's. */
  orphanMoved(chainId: number, logs: readonly { txHash: Hex; blockHash: Hex }[]): Promise<OrphanedLog[]>;
  /** The same for these rows of any kind. */
  orphanRows(chainId: number, ids: readonly string[]): Promise<OrphanedLog[]>;
  /** Records logs with their ledger entries; an existing one changes nothing. Returns the new ones. */
  insertTransfers(transfers: readonly NewTransfer[]): Promise<NewTransfer[]>;
  /** The same for sweeps. Returns the checkouts with new ones. */
  insertSweeps(sweeps: readonly NewSweep[]): Promise<string[]>;
  /** The checkouts' canonical logs on the chain at their deposit addresses in tokens outside `listed`. */
  unlistedLogs(
    kind: "transfer" | "sweep" | "refund",
    chainId: number,
    checkoutIds: readonly string[],
    listed: readonly Hex[],
  ): Promise<Pick<NewLog, "checkoutId" | "txHash" | "logIndex">[]>;
  /** The hash under which we scanned a block; null when its header is not stored. */
  headerHash(chainId: number, blockNumber: bigint): Promise<Hex | null>;
  /** The chain shows this transaction: stop asking for it. */
  dropHints(chainId: number, txHash: Hex): Promise<void>;
  markTransfersFinal(ids: readonly string[], at: Date): Promise<void>;
  markSweepsFinal(ids: readonly string[], at: Date): Promise<void>;
  /** Locks the checkouts' rows in id order, so that two transactions never deadlock. */
  lockCheckouts(checkoutIds: readonly string[]): Promise<LockedCheckout[]>;
  positions(): Promise<ReadonlyMap<number, ChainPosition>>;
  /** Writes advances with timeline, events and deliveries. Throws when a row's status changed since it was read. */
  saveAdvances(advances: readonly Advance[]): Promise<void>;
  /** Saves the idempotent answer to the request that this transaction fulfils. @throws LeaseLostError */
  complete(completion: Completion): Promise<void>;
  /** Writes an audit entry for a manual action. */
  audit(entry: AuditEntry): Promise<void>;
};

export type PaymentStore = {
  transaction<T>(work: (tx: PaymentTransaction) => Promise<T>): Promise<T>;
  position(chainId: number): Promise<ChainPosition | null>;
  /**
   * Forgets the scanned position, headers and gaps of a chain, so that it is rescanned from before the oldest watched
   * checkout. Recorded logs stay and are compared with the blocks read then. False when the chain was never scanned.
   */
  forgetPosition(chainId: number, at: Date): Promise<boolean>;
  positions(): Promise<ReadonlyMap<number, ChainPosition>>;
  /** Number of blocks in gaps by chain; chains without gaps are left out. */
  unreadBlocks(): Promise<ReadonlyMap<number, bigint>>;
  /** Recent headers, highest first. */
  recentHeaders(chainId: number, limit: number): Promise<BlockHeader[]>;
  /** Deposit addresses under close watch and destinations of open refunds; null when there are more than `limit`. */
  watchedAddresses(now: Date, limit: number): Promise<Hex[] | null>;
  /** Creation time of the oldest checkout under close watch or open refund; null without any. */
  oldestWatched(now: Date): Promise<Date | null>;
  /** Checkout ids by deposit address, for those addresses that are ours. */
  checkoutsByDepositAddress(addresses: readonly Hex[]): Promise<ReadonlyMap<Hex, string>>;
  /** Blocks in the range with recorded canonical rows. */
  recordedBlocks(chainId: number, from: bigint, to: bigint): Promise<bigint[]>;
  /** Canonical logs in the range. */
  recordedLogs(chainId: number, from: bigint, to: bigint): Promise<RecordedLog[]>;
  /**
   * Those of these pairs of payer and receiver that are a merchant's wallet and the destination of its open refund, or
   * of one paid in a block above `rewindTo`, which a pending reorg may reopen.
   */
  awaitedPairs(
    chainId: number,
    transfers: readonly { from: Hex; to: Hex }[],
    rewindTo: bigint | null,
  ): Promise<{ from: Hex; to: Hex }[]>;
  /** Deposit addresses that still hold unswept transfers of the chain. */
  unsweptAddresses(chainId: number): Promise<Hex[]>;
  /** In block order, up to and including `upTo`, after the given id (keyset); at most `limit`. */
  transfersAwaitingFinality(
    chainId: number,
    upTo: bigint,
    after: { blockNumber: bigint; id: string } | null,
    limit: number,
  ): Promise<AwaitingFinality[]>;
  sweepsAwaitingFinality(
    chainId: number,
    upTo: bigint,
    after: { blockNumber: bigint; id: string } | null,
    limit: number,
  ): Promise<AwaitingFinality[]>;
  refundPaymentsAwaitingFinality(
    chainId: number,
    upTo: bigint,
    after: { blockNumber: bigint; id: string } | null,
    limit: number,
  ): Promise<AwaitingFinality[]>;
  /**
   * PENDING checkouts past `expiresAt`, oldest first. Every quoted chain must be scanned past `expiresAt`
   * (`scannedThrough` is the time up to which nothing can be unseen), or be missing from that map for ten minutes.
   * Leaves out checkouts with a fresh unexplained balance.
   */
  expirable(now: Date, scannedThrough: ReadonlyMap<number, Date>, limit: number): Promise<string[]>;
  /** Whether we have looked for this hash since then, for this checkout. */
  hasHint(hint: Hint, since: Date): Promise<boolean>;
  /** Saves a hash that no node knows yet, so that we look for it. */
  saveHint(hint: Hint, at: Date): Promise<void>;
  /** Hashes submitted since then for checkouts that are PENDING or EXPIRED; a random sample when there are more. */
  openHints(chainId: number, since: Date, limit: number): Promise<OpenHint[]>;
  /** Saves that a node knows these transactions, still without a block. */
  noteKnownHints(hints: readonly Hint[], at: Date): Promise<void>;
};
