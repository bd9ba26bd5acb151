import type { Chain } from "@/lib/chain/chains.rules";
import type { SeenSizes } from "@/lib/chain/rpc/sizes";
import type { GasTerms } from "@/lib/chain/sender/sending.rules";
import { SharedError } from "@/lib/platform/values/errors.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { MeasuredSizes } from "./measured-sizes.rules";

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

/** A `DepositRefunded` log of the deposit contract: the refund authority returned funds. */
export type RefundLog = SweepLog & { to: Hex };

export type Heads = { latest: BlockHeader; safeNumber: bigint | null; finalizedNumber: bigint | null };

/**
 * We read a single block by its hash, so the answer can only be about that block. Logs of several blocks count only
 * from a node that has the last of them: a lagging node silently omits the logs it lacks.
 */
export type LogRange =
  /** With its number, the block can be read from a node that knows no `blockHash` in a filter, too. */
  { blockHash: Hex; number?: bigint } | { fromBlock: bigint; toBlock: bigint; toBlockHash?: Hex };

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

/** Which transfers to read: at least one condition, and all given ones must hold. */
export type TransferFilter = {
  /** To these addresses; to any when null. */
  to: readonly Hex[] | null;
  /** Of these tokens; of any when null. */
  tokens: readonly Hex[] | null;
};

/**
 * Less than the question, though still every payment: for a block with so many logs, or a filter so long, that the node
 * refuses it. Anyone can fill a block with worthless logs.
 */
export type NarrowerLogs = {
  /** Of these tokens only. */
  tokens: readonly Hex[];
  /** Sweeps and refunds of these contracts only; of all that were asked for when absent. */
  sweepsOf?: () => Promise<readonly Hex[]>;
};

/** Logs of a range of blocks that may concern us. */
export type ChainLogs = {
  /** `Transfer` logs with a value above zero. */
  transfers: TransferLog[];
  /** `DepositSwept` logs of any contract: anyone can emit one, so only those from known deposit addresses count. */
  sweeps: SweepLog[];
  /** `DepositRefunded` logs, of any contract too. */
  refunds: RefundLog[];
};

/** A balance to read: of a token, or of the native coin when `tokenAddress` is null. */
export type BalanceQuery = { tokenAddress: Hex | null; address: Hex };

/** Recent health of one node. */
export type NodeHealth = {
  /** The part of its URL that may be shown. */
  host: string;
  /** It is not asked for a while after a failure. */
  rests: boolean;
  /** Its last answer was usable, and is not older than two minutes. */
  healthy: boolean;
  consecutiveFailures: number;
  /** Failures since this process started; of several that failed together the first alone. */
  failures: number;
  lastError: string | null;
  /** Since when every answer has failed; null while it serves. */
  failingSince: Date | null;
  /** When it last served; null before the first time. */
  servedAt: Date | null;
  /** Sizes of requests that it accepted and refused. */
  sizes: SeenSizes;
};

/** Caller, target and calldata of a transaction; lower-case. */
export type SentCall = { from: Hex; to: Hex | null; input: Hex };

/** The call of a transaction as a node states it; lower-case. */
export type KnownCall = Omit<SentCall, "from"> & { txHash: Hex };

/** Reads one chain. Every method throws `ChainUnavailable` when no node gave a usable answer. */
export type ChainReader = {
  readonly chainId: number;
  /**
   * Newest block and tags; tags are null when the node has none or no payment waits for them. They are read every few
   * seconds only, and are never above the newest block.
   */
  heads(): Promise<Heads>;
  /** The newest block only. */
  latest(): Promise<BlockHeader>;
  /** Null when the node has no such block. */
  header(number: bigint): Promise<BlockHeader | null>;
  /** Headers of the given blocks in one round trip; null for a block that the node lacks. */
  headers(numbers: readonly bigint[]): Promise<(BlockHeader | null)[]>;
  /**
   * Transfers (none when the filter is null), sweeps and refunds of the whole range, from one node that has the range's
   * last block: in one round trip if the node accepts that. `sweepsOf` limits sweeps and refunds to these contracts,
   * `sweptTokens` to these tokens. What the node refuses even for one block is asked for as `narrower` says.
   */
  logs(
    range: LogRange,
    filter: TransferFilter | null,
    sweepsOf?: readonly Hex[],
    sweptTokens?: readonly Hex[],
    narrower?: NarrowerLogs,
  ): Promise<ChainLogs>;
  /** How many blocks of logs the node in use returns in a few requests; more may be asked for. */
  blocksAtOnce(): number;
  /** A transaction's call, proven by its hash; null without such a proof. */
  sentCall(txHash: Hex): Promise<SentCall | null>;
  /** The calls of those that the node knows, with or without a block, in one round trip; not proven. */
  known(txHashes: readonly Hex[]): Promise<KnownCall[]>;
  /**
   * In one round trip; null for a transaction that the node doesn't know as mined, undefined for one that it refuses to
   * look up, if not all. `isTooLarge` when one has more logs than we read at once. Anyone may have chosen the hashes: a
   * failure says nothing about the node.
   */
  receipts(txHashes: readonly Hex[]): Promise<(TransactionReceipt | null | undefined)[]>;
  /**
   * Balances after this block, as bigint in smallest units; null when the token returns none. Uses Multicall3 if the
   * chain has it. A node with another block under that number, or without its state, counts as no answer.
   */
  balances(
    block: { number: bigint; hash: Hex },
    queries: readonly BalanceQuery[],
  ): Promise<(bigint | null)[]>;
  /** The token's own answer; null without one. */
  decimals(tokenAddress: Hex): Promise<number | null>;
  /** The code at an address; `0x` without any. */
  code(address: Hex): Promise<Hex>;
  /** Whether the address is a contract. An account that delegates to code (EIP-7702) keeps its key and is not one. */
  hasCode(address: Hex): Promise<boolean>;
};

/** The chain according to one node. */
export type ChainNode = ChainReader & {
  readonly host: string;
  /**
   * The id of the chain that it actually serves.
   * @throws ChainUnavailable when it gives no usable answer
   */
  askChainId(): Promise<number>;
  /** How the node lets gas be paid. */
  gasTerms(): Promise<GasTerms>;
  /** The largest requests that it accepts now, of what the service sends for this chain. Sends some twenty requests. */
  measureSizes(chain: Chain, headNumber: bigint): Promise<MeasuredSizes>;
};

/**
 * A chain behind several nodes: requests go to the one in use. When it fails it rests, and the next one is used; a
 * preferred one returns after its rest once it has proven that it serves, at the next read of a head. Only headers by
 * number do not fail over within a call: they belong to the head read before.
 */
export type ChainNodes = ChainReader & {
  /** Each node separately, the preferred first. */
  readonly nodes: readonly ChainNode[];
  /** Nodes not in use and not resting, for a second opinion. */
  others(): readonly ChainNode[];
  /** Uses this node for as long as it serves. @throws TypeError for an unknown name */
  use(host: string): void;
  health(): NodeHealth[];
  /**
   * Asks each node that has not served for a minute, or failed and has rested, for its head: so that a node is known to
   * be down before it is needed, and known to be back. Never throws.
   */
  askIdle(): Promise<void>;
};

/** No node of a chain gave a usable answer: conclude nothing, and retry later. */
export class ChainUnavailable extends SharedError {
  static override readonly errorName = "ChainUnavailable";
  /** A receipt is larger than we read: it does not concern the others. */
  readonly isTooLarge: boolean;
  /** The node answers, and denies the block that we asked about: it has another one under its number. */
  readonly deniesBlock: boolean;

  constructor(
    message: string,
    options: { cause?: unknown; isTooLarge?: boolean; deniesBlock?: boolean } = {},
  ) {
    super(message, { cause: options.cause });
    this.isTooLarge = options.isTooLarge ?? false;
    this.deniesBlock = options.deniesBlock ?? false;
  }
}
