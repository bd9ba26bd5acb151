import type { DepositKey } from "@/lib/chain/sender/sweep-refusals.store";
import type { TokenRef } from "@/lib/chain/token.rules";
import type { Hex } from "@/lib/platform/hex.rules";

/** A deposit that may be swept now. */
export type SettleableCheckout = DepositKey & { projectId: string };

/** What the books say of one token at one checkout's deposit address, after a certain block. */
export type BookedDeposit = {
  checkoutId: string;
  depositAddress: Hex;
  tokenAddress: Hex;
  /** Canonical transfers less sweeps and refunds. Below zero where more was swept than is known to have come. */
  units: bigint;
  /** Refunds that were sent and not seen on the chain yet: by so much it may hold less already. */
  leavingUnits: bigint;
  createdAt: Date;
};

/** A recorded transfer, by where it is. */
export type RecordedTransfer = {
  checkoutId: string;
  tokenAddress: Hex;
  blockNumber: bigint;
  blockHash: Hex;
  txHash: Hex;
};

/** How far the daily look at the balances of all deposit addresses has come on a chain. */
export type BalancePass = {
  chainId: number;
  /** The last checkout looked at; empty at the beginning of a pass. Null when none is under way. */
  afterCheckoutId: string | null;
  startedAtBlock: bigint;
  startedAt: Date;
  /** The block at which the last complete pass began. */
  finishedFromBlock: bigint | null;
  finishedAt: Date | null;
};

/** What the books say, to be held against balances on the chain. */
export type BalanceStore = {
  /** For each of the checkouts and each of the tokens, by logs in blocks up to and with `upTo`. */
  books(
    chainId: number,
    checkoutIds: readonly string[],
    tokens: readonly Hex[],
    upTo: bigint,
  ): Promise<BookedDeposit[]>;
  /** Canonical transfers of the checkouts on the chain that are not final yet. */
  openTransfers(chainId: number, checkoutIds: readonly string[]): Promise<RecordedTransfer[]>;
  /** The tokens that the checkouts were ever quoted in. */
  quotedTokens(checkoutIds: readonly string[]): Promise<(TokenRef & { checkoutId: string })[]>;
  /** Those of the checkouts that were over before then. */
  expiredBefore(checkoutIds: readonly string[], before: Date): Promise<string[]>;
  /**
   * Keeps the chain's own coin found at deposit addresses; the timeline tells of it where it became more. What
   * was read at an older block than the last changes nothing.
   */
  noteNative(
    chainId: number,
    block: bigint,
    found: readonly { checkoutId: string; amountWei: bigint }[],
    at: Date,
  ): Promise<void>;
  /** Null before the first pass. */
  pass(chainId: number): Promise<BalancePass | null>;
  savePass(pass: BalancePass): Promise<void>;
  /** Checkouts whose close watch is over, in id order after the given one. */
  closed(now: Date, afterCheckoutId: string, limit: number): Promise<string[]>;
};
