import type { AuditEntry } from "@/lib/accounts/audit.store";
import type { ConfirmationSpeed } from "@/lib/chain/confirmation-policy.rules";
import type { BlockHeader } from "@/lib/chain/reader/chain-reader.port";
import type { TokenRef } from "@/lib/chain/token.rules";
import type { Checkout, TimelineEntry, Transfer } from "@/lib/checkouts/checkout.rules";
import type { NewEvent } from "@/lib/checkouts/checkout.store";
import type { ScanPosition } from "@/lib/checkouts/expiry.rules";
import type { NewLog, RefundPaymentTransaction, RefundSource } from "@/lib/checkouts/refunds/refund-moves";
import type { Incident } from "@/lib/platform/incidents/incident-store.port";
import type { Completion } from "@/lib/platform/limits/idempotency.port";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { Quote } from "@/lib/rates/quote.rules";

/** How far a chain was scanned, and what the node says is safe and finalized. */
export type ChainPosition = ScanPosition & {
  chainId: number;
  blockNumber: bigint;
  blockHash: Hex;
  safeNumber: bigint | null;
  finalizedNumber: bigint | null;
  tagsAdvancedAt: Date;
  /** Up to here every block was read a second time; null before the first such reading. */
  recheckedNumber: bigint | null;
  recheckedAt: Date;
};

/** Blocks below the position that were left unread for now. */
export type ChainGap = {
  chainId: number;
  fromBlock: bigint;
  toBlock: bigint;
  /** Time of the block before `fromBlock`. */
  readThrough: Date;
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
 * What a recorded log tells: funds that came to a deposit address, were swept from it, went back from it (refund), or
 * went back from the merchant's wallet by an ordinary transfer (merchant_refund).
 */
export type LogKind = "transfer" | "sweep" | "refund" | "merchant_refund";

/** A canonical log as it was recorded. */
export type RecordedLog = TokenRef & {
  kind: LogKind;
  checkoutId: string;
  depositAddress: Hex;
  /** Who got the funds; null for a sweep. */
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
  /** Canonical ones, of any token and chain. */
  transfers: readonly Transfer[];
  /** Canonical and final sweeps, summed by token. */
  sweptFinal: readonly (TokenRef & { amountUnits: bigint })[];
  /** Completed refunds, summed by token. */
  refunded: readonly (TokenRef & { amountUnits: bigint })[];
  /** Refunds on their way, summed by token. */
  refunding: readonly (TokenRef & { amountUnits: bigint })[];
  /** Returns of stray money that did not fail, summed by token. */
  returned: readonly (TokenRef & { amountUnits: bigint })[];
  /** What its project does with payments that come after expiry. */
  latePaymentPolicy: "HOLD" | "ACCEPT" | "REFUND";
};

/** A checkout after a look at its facts: what changed, and what is told of it. */
export type Advance = {
  checkout: Checkout;
  /** The status it was read with: the update's compare-and-set. */
  previousStatus: Checkout["status"];
  newQuote: Quote | null;
  /** Hash of the client address that selected the new quote. */
  selectedBy?: string | null;
  timeline: readonly TimelineEntry[];
  events: readonly NewEvent[];
  /** What an operator has to know of it. */
  incidents?: readonly Incident[];
};

/** A recorded log that is not final yet, with what its finality depends on. */
export type AwaitingFinality = RecordedLog & {
  id: string;
  /** The highest price that its checkout was ever quoted in this token; null when it never was. */
  quotedUnits: bigint | null;
  confirmationSpeed: ConfirmationSpeed;
};

/** Reads and writes inside one database transaction. */
export type PaymentTransaction = RefundPaymentTransaction & {
  /** Locks the chain's cursor row; null before the first scan. */
  lockPosition(chainId: number): Promise<ChainPosition | null>;
  /** `gapReadThrough` is not written: it follows from the gaps. */
  savePosition(position: ChainPosition): Promise<void>;
  /** The chain's gaps, lowest first. */
  gaps(chainId: number): Promise<ChainGap[]>;
  /** Puts these in the place of all that the chain has. */
  saveGaps(chainId: number, gaps: readonly ChainGap[]): Promise<void>;
  /** Upserts headers and drops those more than `keep` blocks below the newest. */
  saveHeaders(chainId: number, headers: readonly BlockHeader[], keep: number): Promise<void>;
  /**
   * A reorg: marks every transfer, sweep and refund payment above `ancestor` orphaned, compensates them in the ledger and
   * drops the headers above. Answers what was taken.
   */
  orphanAbove(chainId: number, ancestor: bigint): Promise<OrphanedLog[]>;
  /** The same for rows recorded under another hash than the given header of their block. */
  orphanMismatched(chainId: number, headers: readonly BlockHeader[]): Promise<OrphanedLog[]>;
  /** The same for rows of the given logs' transactions that are recorded under another block than the log's. */
  orphanMoved(chainId: number, logs: readonly { txHash: Hex; blockHash: Hex }[]): Promise<OrphanedLog[]>;
  /** The same for these rows, whatever they are of. */
  orphanRows(chainId: number, ids: readonly string[]): Promise<OrphanedLog[]>;
  /** Records logs with their ledger entries; one that is there already changes nothing. Answers those that were new. */
  insertTransfers(transfers: readonly NewTransfer[]): Promise<NewTransfer[]>;
  /** The same for sweeps. Answers the checkouts that got new ones. */
  insertSweeps(sweeps: readonly NewSweep[]): Promise<string[]>;
  /** The checkouts' canonical logs on the chain at their deposit addresses whose tokens are not among `listed`. */
  unlistedLogs(
    kind: "transfer" | "sweep" | "refund",
    chainId: number,
    checkoutIds: readonly string[],
    listed: readonly Hex[],
  ): Promise<Pick<NewLog, "checkoutId" | "txHash" | "logIndex">[]>;
  /** Hash under which a block was scanned; null when its header is not kept. */
  headerHash(chainId: number, blockNumber: bigint): Promise<Hex | null>;
  /** The chain shows this transaction now: no one has to ask for it again. */
  dropHints(chainId: number, txHash: Hex): Promise<void>;
  markTransfersFinal(ids: readonly string[], at: Date): Promise<void>;
  markSweepsFinal(ids: readonly string[], at: Date): Promise<void>;
  /** Locks the checkouts' rows in id order, so that two transactions never wait for each other. */
  lockCheckouts(checkoutIds: readonly string[]): Promise<LockedCheckout[]>;
  /** How many of the checkout's quotes this client selected; null counts those without a client. */
  countSelections(checkoutId: string, selectedBy: string | null): Promise<number>;
  positions(): Promise<ReadonlyMap<number, ChainPosition>>;
  /** Writes advances with timeline, events and deliveries. Throws when a row's status was not the one read. */
  saveAdvances(advances: readonly Advance[]): Promise<void>;
  /** Keeps the answer to the request that this transaction fulfils. @throws LeaseLostError */
  complete(completion: Completion): Promise<void>;
  /** Writes down what someone did by hand. */
  audit(entry: AuditEntry): Promise<void>;
};

export type PaymentStore = {
  transaction<T>(work: (tx: PaymentTransaction) => Promise<T>): Promise<T>;
  position(chainId: number): Promise<ChainPosition | null>;
  /**
   * Forgets how far a chain was scanned, its headers and its gaps, so that it is scanned again from before the oldest
   * checkout that is watched. What was recorded stays, and is held against the blocks that are read then. False when
   * the chain was never scanned.
   */
  forgetPosition(chainId: number, at: Date): Promise<boolean>;
  positions(): Promise<ReadonlyMap<number, ChainPosition>>;
  /** How many blocks lie in gaps, by chain; a chain without any is left out. */
  unreadBlocks(): Promise<ReadonlyMap<number, bigint>>;
  /** Recent headers, highest first. */
  recentHeaders(chainId: number, limit: number): Promise<BlockHeader[]>;
  /** Deposit addresses under close watch and destinations of open refunds; null when there are more than `limit`. */
  watchedAddresses(now: Date, limit: number): Promise<Hex[] | null>;
  /** When the oldest of the checkouts under close watch and of the open refunds was created; null when there is none. */
  oldestWatched(now: Date): Promise<Date | null>;
  /** Checkout ids by deposit address, for those addresses that are ours. */
  checkoutsByDepositAddress(addresses: readonly Hex[]): Promise<ReadonlyMap<Hex, string>>;
  /** Blocks in the range under which canonical rows are recorded. */
  recordedBlocks(chainId: number, from: bigint, to: bigint): Promise<bigint[]>;
  /** Canonical logs in the range. */
  recordedLogs(chainId: number, from: bigint, to: bigint): Promise<RecordedLog[]>;
  /**
   * Which of these pairs of payer and receiver are a merchant's wallet and the destination of its open refund; or of
   * one that was paid in a block above `rewindTo`, which a reorg is about to take: it may be there again.
   */
  awaitedPairs(
    chainId: number,
    transfers: readonly { from: Hex; to: Hex }[],
    rewindTo: bigint | null,
  ): Promise<{ from: Hex; to: Hex }[]>;
  /** Deposit addresses from which some of what came on the chain was not swept yet. */
  unsweptAddresses(chainId: number): Promise<Hex[]>;
  /** In block order, up to and with `upTo`, after the given id (keyset); at most `limit`. */
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
   * PENDING checkouts past `expiresAt` of which every quote is on a chain whose `scannedThrough` (the time up to
   * which nothing can be unseen) is past it too, or on one that is not among them and ten minutes are over. Not
   * those whose balance was found unexplained just now. Oldest first.
   */
  expirable(now: Date, scannedThrough: ReadonlyMap<number, Date>, limit: number): Promise<string[]>;
  /**
   * Keeps a hash that no node knew yet, so that it is expected. False when the checkout has `limits.all` others since
   * `since` already, or `limits.each` of the same client.
   */
  saveHint(hint: {
    checkoutId: string;
    chainId: number;
    txHash: Hex;
    at: Date;
    since: Date;
    /** Hash of the client address; hashes without one count together. */
    submittedBy: string | null;
    limits: { each: number; all: number };
  }): Promise<boolean>;
  /** Hashes handed in since then for checkouts that are still PENDING; drawn by lot when there are more. */
  openHints(chainId: number, since: Date, limit: number): Promise<{ checkoutId: string; txHash: Hex }[]>;
};
