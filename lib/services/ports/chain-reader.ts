import type { Hex } from "@/lib/core/checkout";

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
  /** Every ERC-20 `Transfer` log in it with a value above zero, of whatever token. */
  transfers: readonly TransferLog[];
};

/** Reads one chain. Every method throws `ChainUnavailable` when no node gave a usable answer. */
export type ChainReader = {
  readonly chainId: number;
  /** Newest block and tags, in one round trip; tags are null where the node has none. */
  heads(): Promise<Heads>;
  /** Null when the node has no such block. */
  header(number: bigint): Promise<BlockHeader | null>;
  /** Headers of the given blocks in one round trip; null in the place of one that the node has not. */
  headers(numbers: readonly bigint[]): Promise<(BlockHeader | null)[]>;
  /** `Transfer` logs of the tokens with a value above zero; to the given addresses only, or to any when null. */
  transferLogs(range: LogRange, tokens: readonly Hex[], to: readonly Hex[] | null): Promise<TransferLog[]>;
  /** `DepositSwept` logs of whatever contract: anybody can emit one, so only those of known deposit addresses count. */
  sweepLogs(range: LogRange): Promise<SweepLog[]>;
  /** Null when the node knows no such mined transaction. */
  receipt(txHash: Hex): Promise<TransactionReceipt | null>;
  /** Whether a contract lives at the address. An account that delegates to code (EIP-7702) keeps its key and is none. */
  hasCode(address: Hex): Promise<boolean>;
};

/** No node of a chain gave a usable answer: nothing is concluded from it, the work is done later. */
export class ChainUnavailable extends Error {
  override readonly name = "ChainUnavailable";
  /** The node answers, but not for that many blocks or logs at once: ask again for half the range. */
  readonly rangeTooWide: boolean;

  constructor(message: string, options: { cause?: unknown; rangeTooWide?: boolean } = {}) {
    super(message, { cause: options.cause });
    this.rangeTooWide = options.rangeTooWide ?? false;
  }
}
