import { SharedError } from "@/lib/platform/values/errors.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";

export type BlockHeader = { number: bigint; hash: Hex; parentHash: Hex; timestamp: Date };

/** An ERC-20 `Transfer` log. */
export type TransferLog = {
  blockNumber: bigint;
  blockHash: Hex;
  txHash: Hex;
  logIndex: number;
  tokenAddress: Hex;
  from: Hex;
  to: Hex;
  amountUnits: bigint;
};

/** A `DepositSwept` log of the deposit contract. */
export type SweepLog = {
  blockNumber: bigint;
  blockHash: Hex;
  txHash: Hex;
  logIndex: number;
  depositAddress: Hex;
  tokenAddress: Hex;
  amountUnits: bigint;
};

/** A `DepositRefunded` log of the deposit contract: its refund authority sent funds back. */
export type RefundLog = SweepLog & { to: Hex };

export type Heads = { latest: BlockHeader; safeNumber: bigint | null; finalizedNumber: bigint | null };

/**
 * A single block is asked by its hash, so that the answer can only be about that block. The logs of several count
 * only from a node that has the last of them: one that lags tells those it has and leaves the rest out.
 */
export type LogRange = { blockHash: Hex } | { fromBlock: bigint; toBlock: bigint; toBlockHash?: Hex };

export type TransactionReceipt = {
  txHash: Hex;
  blockNumber: bigint;
  blockHash: Hex;
  status: "success" | "reverted";
  /** Every ERC-20 `Transfer` log in it with a value above zero, of any token. */
  transfers: readonly TransferLog[];
  /** Every `DepositRefunded` log in it with a value above zero, of any contract. */
  refunds: readonly RefundLog[];
};

/** Which transfers are asked for: both conditions where both are given, and at least one is. */
export type TransferFilter = {
  /** To these addresses; to any when null. */
  to: readonly Hex[] | null;
  /** Of these tokens; of any when null. */
  tokens: readonly Hex[] | null;
};

/** What happened in a range of blocks, as far as it can concern us. */
export type ChainLogs = {
  /** `Transfer` logs with a value above zero. */
  transfers: TransferLog[];
  /** `DepositSwept` logs of any contract: anyone can emit one, so only those of known deposit addresses count. */
  sweeps: SweepLog[];
  /** `DepositRefunded` logs, of any contract too. */
  refunds: RefundLog[];
};

/** A balance to be read: of a token, or of the chain's own coin where `tokenAddress` is null. */
export type BalanceQuery = { tokenAddress: Hex | null; address: Hex };

/** How one node has served of late. */
export type NodeHealth = {
  /** All of its address that may be shown. */
  host: string;
  /** It is asked; otherwise it rests after a failure. */
  healthy: boolean;
  consecutiveFailures: number;
  /** Failures since this process started; of several that failed together the first alone. */
  failures: number;
  lastError: string | null;
  /** Since when each of its answers failed; null while it serves. */
  failingSince: Date | null;
  /** When it last served; null before the first time. */
  servedAt: Date | null;
};

/** Who called what by a transaction; lower-case. */
export type SentCall = { from: Hex; to: Hex | null; input: Hex };

/** Reads one chain. Every method throws `ChainUnavailable` when no node gave a usable answer. */
export type ChainReader = {
  readonly chainId: number;
  /**
   * Newest block and tags; tags are null where the node has none or no payment on the chain waits for them. They are
   * asked of a node every few seconds only, and are never above the newest block.
   */
  heads(): Promise<Heads>;
  /** The newest block alone. */
  latest(): Promise<BlockHeader>;
  /** Null when the node has no such block. */
  header(number: bigint): Promise<BlockHeader | null>;
  /** Headers of the given blocks in one round trip; null in the place of one that the node has not. */
  headers(numbers: readonly bigint[]): Promise<(BlockHeader | null)[]>;
  /**
   * Transfers (none when the filter is null), sweeps and refunds, in one round trip from one node that has the range's
   * last block. `sweepsOf` limits sweeps and refunds to those of these contracts, `sweptTokens` to those of these
   * tokens; without them they are asked of all.
   */
  logs(
    range: LogRange,
    filter: TransferFilter | null,
    sweepsOf?: readonly Hex[],
    sweptTokens?: readonly Hex[],
  ): Promise<ChainLogs>;
  /** Null when the node knows no such mined transaction. */
  receipt(txHash: Hex): Promise<TransactionReceipt | null>;
  /** What a transaction called, proven by its hash; null when no such proof can be had. */
  sentCall(txHash: Hex): Promise<SentCall | null>;
  /** The same as `receipt` for several, in one round trip. `rangeTooWide` when they have more logs than are read at once. */
  receipts(txHashes: readonly Hex[]): Promise<(TransactionReceipt | null)[]>;
  /**
   * Balances after this block, as bigint in smallest units; null where the token gives none. By Multicall3 where
   * the chain has it. A node that has another block under that number, or no state of it any more, is no answer.
   */
  balances(
    block: { number: bigint; hash: Hex },
    queries: readonly BalanceQuery[],
  ): Promise<(bigint | null)[]>;
  /** What the token says of itself; null when it says nothing. */
  decimals(tokenAddress: Hex): Promise<number | null>;
  /** The code at an address; `0x` where there is none. */
  code(address: Hex): Promise<Hex>;
  /** Whether a contract lives at the address. An account that delegates to code (EIP-7702) keeps its key and is none. */
  hasCode(address: Hex): Promise<boolean>;
};

/** The chain as one node shows it by itself. */
export type ChainNode = ChainReader & {
  readonly host: string;
  /**
   * The id of the chain that it serves, whichever that is.
   * @throws ChainUnavailable when it gives no usable answer
   */
  askChainId(): Promise<number>;
};

/**
 * A chain behind several nodes: each question goes to the one in use. When that fails it rests, and the next is in
 * use; a preferred one comes back into use when it has rested and shown that it serves, at the next question for a
 * head. Only headers by number are not asked elsewhere within the same call: they belong to the head told before.
 */
export type ChainNodes = ChainReader & {
  /** Every one by itself, the preferred first. */
  readonly nodes: readonly ChainNode[];
  /** Those that are not in use and do not rest: whom to ask for a second opinion. */
  others(): readonly ChainNode[];
  /** Takes this node into use, for as long as it serves. @throws TypeError when there is none of this name */
  use(host: string): void;
  health(): NodeHealth[];
};

/** No node of a chain gave a usable answer: nothing is concluded from it, the work is done later. */
export class ChainUnavailable extends SharedError {
  static override readonly errorName = "ChainUnavailable";
  /**
   * The node answers, but not for that many blocks or logs at once: ask again for half the range. Of a single block it
   * is said too when its logs are too many, though never when they merely took too long: ask for fewer of them.
   */
  readonly rangeTooWide: boolean;

  constructor(message: string, options: { cause?: unknown; rangeTooWide?: boolean } = {}) {
    super(message, { cause: options.cause });
    this.rangeTooWide = options.rangeTooWide ?? false;
  }
}
