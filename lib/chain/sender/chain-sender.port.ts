import { SharedError } from "@/lib/platform/values/errors.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { Fees } from "./sending.rules";

/** A call for a wallet of the service, with the limits under which it is signed. */
export type PreparedCall = Fees & {
  to: Hex;
  data: Hex;
  gasLimit: bigint;
  /** The most that it can cost, in wei, including a rollup's data fee. */
  maxCostWei: bigint;
};

export type SignedTransaction = Fees & {
  to: Hex;
  gasLimit: bigint;
  maxCostWei: bigint;
  nonce: bigint;
  txHash: Hex;
  rawTransaction: Hex;
};

/** Inputs of a deposit address: enough to deploy it and to move its balance. */
export type DepositTerms = {
  checkoutId: string;
  depositAddress: Hex;
  merchantAddress: Hex;
  refundAuthority: Hex;
  openSweep: boolean;
};

/** A deposit to sweep, and its token. */
export type SweepItem = DepositTerms & { tokenAddress: Hex };

/** Tokens to send from a deposit address to a customer. */
export type RefundCall = DepositTerms & { tokenAddress: Hex; to: Hex; amountUnits: bigint };

/** A customer's signed EIP-3009 `transferWithAuthorization`; times are Unix seconds. */
export type SignedAuthorization = {
  tokenAddress: Hex;
  from: Hex;
  to: Hex;
  amountUnits: bigint;
  validAfter: bigint;
  validBefore: bigint;
  /** 32 bytes. */
  nonce: Hex;
  signature: Hex;
};

/** The simulated batch, in the order of the items. */
export type PreparedSweep = {
  /** Which items would succeed. */
  succeeds: readonly boolean[];
  call: PreparedCall;
};

/** What a token's issuer has blocked. */
export type TokenBlocks = {
  paused: boolean;
  /** The accounts that the token blocks. */
  blocked: readonly Hex[];
};

/** The outcome of our transaction as of the newest block. */
export type MinedTransaction = {
  txHash: Hex;
  status: "success" | "reverted";
  blockNumber: bigint;
  blockHash: Hex;
  gasUsed: bigint;
  /** Gas at its price, plus the rollup's data fee. */
  costWei: bigint;
};

/** The same according to nodes now, possibly not final yet. */
export type SeenTransaction = MinedTransaction & {
  /**
   * False when only one node says that it reverted although another answers: its purpose would be free to be sent
   * again.
   */
  isAgreed: boolean;
};

/** A call not worth signing now; `reason` says whether waiting can help. */
export class CallRefused extends SharedError {
  static override readonly errorName = "CallRefused";
  readonly reason: "REVERTED" | "NOTHING_SWEPT" | "FEE_ABOVE_CEILING" | "NO_GAS_MONEY";
  /** For NO_GAS_MONEY: the call's highest cost, in wei; null when the node did not price it. */
  readonly neededWei: bigint | null;

  constructor(reason: CallRefused["reason"], message: string, neededWei: bigint | null = null) {
    super(message);
    this.reason = reason;
    this.neededWei = neededWei;
  }
}

/**
 * Writes to one chain with one wallet. Methods that need a node throw `ChainUnavailable` when none answers. Every
 * `prepare…` simulates and prices the call now, and throws `CallRefused` when it would revert, gas is above the limit,
 * or the wallet cannot pay.
 */
export type ChainSender = {
  readonly chainId: number;
  /** The wallet; lower-case. */
  readonly operatorAddress: Hex;
  /** The factory call that sweeps all items. @throws CallRefused also when no item would succeed */
  prepareSweep(items: readonly SweepItem[]): Promise<PreparedSweep>;
  /** What the token's issuer has blocked between these accounts; lower-case. */
  tokenBlocks(tokenAddress: Hex, accounts: readonly Hex[]): Promise<TokenBlocks>;
  /** The factory call that refunds from a deposit; this wallet must be its refund authority. */
  prepareRefund(refund: RefundCall): Promise<PreparedCall>;
  /** The token call that submits a customer's authorization, with at most `gasCap` gas. */
  prepareRelay(authorization: SignedAuthorization, gasCap: bigint): Promise<PreparedCall>;
  /** A call without effect: the wallet sends zero to itself. */
  prepareFill(): Promise<PreparedCall>;
  /** The current fees. @throws CallRefused FEE_ABOVE_CEILING */
  fees(): Promise<Fees>;
  /** The wallet's transaction count at the newest block, its next free nonce. */
  minedNonce(): Promise<bigint>;
  /** The same at that block: if it is final, lower nonces are used for good. */
  minedNonceAt(blockNumber: bigint): Promise<bigint>;
  /** The mined one of these transactions; null when every node that answers has none of them. */
  mined(txHashes: readonly Hex[]): Promise<SeenTransaction | null>;
  /** The wallet's native balance, in wei. */
  balance(): Promise<bigint>;
  /** Signs; sends nothing. */
  sign(call: PreparedCall, nonce: bigint): Promise<SignedTransaction>;
  /**
   * Signs the same call and nonce with other fees, from the bytes of an earlier attempt. Sends nothing, but may read
   * the rollup's current data fee.
   */
  signAgain(rawTransaction: Hex, fees: Fees): Promise<SignedTransaction>;
  /** Sends raw bytes. `accepted` also for errors which imply that the node may have them already. */
  broadcast(rawTransaction: Hex): Promise<{ accepted: boolean; message: string | null }>;
};
