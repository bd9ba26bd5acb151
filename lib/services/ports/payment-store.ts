import type { Checkout, Hex, Quote, TimelineEntry, TokenRef, Transfer } from "@/lib/core/checkout";
import type { ConfirmationSpeed } from "@/lib/core/confirmation-policy";
import type { ScanPosition } from "@/lib/core/expiry";
import type { BlockHeader } from "./chain-reader";
import type { NewEvent } from "./checkout-store";
import type { Completion } from "./idempotency";
import type { Incident } from "./incident-store";

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

/** A log to be recorded: funds that came to (transfer) or left (sweep) a deposit address. */
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
export type NewSweep = NewLog;

/** A recorded log that a reorg took back. */
export type OrphanedLog = TokenRef & {
  checkoutId: string;
  txHash: Hex;
  amountUnits: bigint;
  /** Who had paid; null for a sweep. */
  fromAddress: Hex | null;
};

/** A canonical transfer or sweep as it was recorded. */
export type RecordedLog = TokenRef & {
  kind: "transfer" | "sweep";
  checkoutId: string;
  depositAddress: Hex;
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
  /** Canonical ones, of whatever token and chain. */
  transfers: readonly Transfer[];
  /** Canonical and final sweeps, summed by token. */
  sweptFinal: readonly (TokenRef & { amountUnits: bigint })[];
};

/** A checkout after a look at its facts: what changed, and what is told of it. */
export type Advance = {
  checkout: Checkout;
  /** The status it was read with: the update's compare-and-set. */
  previousStatus: Checkout["status"];
  newQuote: Quote | null;
  timeline: readonly TimelineEntry[];
  events: readonly NewEvent[];
  /** What an operator has to know of it. */
  incidents?: readonly Incident[];
};

/** A transfer or sweep that is not final yet, with what its finality depends on. */
export type AwaitingFinality = {
  id: string;
  checkoutId: string;
  blockNumber: bigint;
  tokenAddress: Hex;
  amountUnits: bigint;
  /** The highest price that its checkout was ever quoted in this token; null when it never was. */
  quotedUnits: bigint | null;
  confirmationSpeed: ConfirmationSpeed;
};

/** Reads and writes inside one database transaction. */
export type PaymentTransaction = {
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
   * A reorg: marks every transfer and sweep above `ancestor` orphaned, compensates them in the ledger and
   * drops the headers above. Answers what was taken.
   */
  orphanAbove(chainId: number, ancestor: bigint): Promise<OrphanedLog[]>;
  /** The same for rows recorded under another hash than the given header of their block. */
  orphanMismatched(chainId: number, headers: readonly BlockHeader[]): Promise<OrphanedLog[]>;
  /** The same for rows of the given logs' transactions that are recorded under another block than the log's. */
  orphanMoved(chainId: number, logs: readonly { txHash: Hex; blockHash: Hex }[]): Promise<OrphanedLog[]>;
  /** Records logs with their ledger entries; one that is there already changes nothing. Answers those that were new. */
  insertTransfers(transfers: readonly NewTransfer[]): Promise<NewTransfer[]>;
  /** The same for sweeps. Answers the checkouts that got new ones. */
  insertSweeps(sweeps: readonly NewSweep[]): Promise<string[]>;
  /** The checkouts' canonical transfers, or sweeps, on the chain whose tokens are not among `listed`. */
  unlistedLogs(
    kind: "transfer" | "sweep",
    chainId: number,
    checkoutIds: readonly string[],
    listed: readonly Hex[],
  ): Promise<Pick<NewLog, "checkoutId" | "txHash" | "logIndex">[]>;
  /** Hash under which a block was scanned; null when its header is not kept. */
  headerHash(chainId: number, blockNumber: bigint): Promise<Hex | null>;
  /** The chain shows this transaction now: nobody has to ask for it again. */
  dropHints(chainId: number, txHash: Hex): Promise<void>;
  markTransfersFinal(ids: readonly string[], at: Date): Promise<void>;
  markSweepsFinal(ids: readonly string[], at: Date): Promise<void>;
  /** Locks the checkouts' rows in id order, so that two transactions never wait for each other. */
  lockCheckouts(checkoutIds: readonly string[]): Promise<LockedCheckout[]>;
  positions(): Promise<ReadonlyMap<number, ChainPosition>>;
  /** Writes advances with timeline, events and deliveries. Throws when a row's status was not the one read. */
  saveAdvances(advances: readonly Advance[]): Promise<void>;
  /** Keeps the answer to the request that this transaction fulfils. @throws LeaseLostError */
  complete(completion: Completion): Promise<void>;
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
  /** Deposit addresses under close watch; null when there are more than `limit`. */
  watchedAddresses(now: Date, limit: number): Promise<Hex[] | null>;
  /** When the oldest checkout under close watch was created; null when none is watched. */
  oldestWatched(now: Date): Promise<Date | null>;
  /** Checkout ids by deposit address, for those addresses that are ours. */
  checkoutsByDepositAddress(addresses: readonly Hex[]): Promise<ReadonlyMap<Hex, string>>;
  /** Blocks in the range under which canonical rows are recorded. */
  recordedBlocks(chainId: number, from: bigint, to: bigint): Promise<bigint[]>;
  /** Canonical transfers and sweeps in the range. */
  recordedLogs(chainId: number, from: bigint, to: bigint): Promise<RecordedLog[]>;
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
  /**
   * PENDING checkouts past `expiresAt` of which every quote is on a chain whose `scannedThrough` (the time up to
   * which nothing can be unseen) is past it too, or on one that is not among them and ten minutes are over. Not
   * those whose balance was found unexplained just now. Oldest first.
   */
  expirable(now: Date, scannedThrough: ReadonlyMap<number, Date>, limit: number): Promise<string[]>;
  /**
   * Keeps a hash that no node knew yet, so that it is expected. False when the checkout has `limit` others
   * since `since` already.
   */
  saveHint(hint: {
    checkoutId: string;
    chainId: number;
    txHash: Hex;
    at: Date;
    since: Date;
    limit: number;
  }): Promise<boolean>;
  /** Hashes handed in since then for checkouts that are still PENDING; drawn by lot when there are more. */
  openHints(chainId: number, since: Date, limit: number): Promise<{ checkoutId: string; txHash: Hex }[]>;
};
