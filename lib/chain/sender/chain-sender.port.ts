import { SharedError } from "@/lib/platform/values/errors.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { Fees } from "./sending.rules";

/** A call that a wallet of the service is to send, with the limits it is signed under. */
export type PreparedCall = Fees & {
  to: Hex;
  data: Hex;
  gasLimit: bigint;
  /** The most that it can cost, in wei, with what a rollup charges for its data beside the gas. */
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

/** What a deposit address is made of: enough to deploy and to move what lies there. */
export type DepositTerms = {
  checkoutId: string;
  depositAddress: Hex;
  merchantAddress: Hex;
  refundAuthority: Hex;
  openSweep: boolean;
};

/** A deposit to be swept, and the token on it. */
export type SweepItem = DepositTerms & { tokenAddress: Hex };

/** Tokens to be sent from a deposit address to a customer. */
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

/** The batch as the chain would do it at this moment; in the order of the items. */
export type PreparedSweep = {
  /** Which items would go through. */
  succeeds: readonly boolean[];
  call: PreparedCall;
};

/** What the issuer of a token has stopped. */
export type TokenBlocks = {
  paused: boolean;
  /** Those of the accounts asked about that the token blocks. */
  blocked: readonly Hex[];
};

/** The receipt of a transaction of ours, as far as the newest block shows it. */
export type MinedTransaction = {
  txHash: Hex;
  status: "success" | "reverted";
  blockNumber: bigint;
  blockHash: Hex;
  gasUsed: bigint;
  /** Gas by its price, and what the rollup charged for data. */
  costWei: bigint;
};

/** The same as nodes tell it now, when it may not be final yet. */
export type SeenTransaction = MinedTransaction & {
  /**
   * False for one that reverted by one node's word alone, though there is another that answers: what it was for would be
   * free to be sent anew.
   */
  isAgreed: boolean;
};

/** A call that is not worth signing at this moment; `reason` says whether waiting can help. */
export class CallRefused extends SharedError {
  static override readonly errorName = "CallRefused";
  readonly reason: "REVERTED" | "NOTHING_SWEPT" | "FEE_ABOVE_CEILING" | "NO_GAS_MONEY";
  /** Of NO_GAS_MONEY: what the call can cost, in wei; null when the node did not get as far as its price. */
  readonly neededWei: bigint | null;

  constructor(reason: CallRefused["reason"], message: string, neededWei: bigint | null = null) {
    super(message);
    this.reason = reason;
    this.neededWei = neededWei;
  }
}

/**
 * Writes to one chain with one wallet. Every method that asks a node throws `ChainUnavailable` when none answers;
 * every `prepare…` simulates and prices at this moment and throws `CallRefused` when the call would revert, the
 * chain is too dear now, or the wallet cannot pay.
 */
export type ChainSender = {
  readonly chainId: number;
  /** The wallet; lower-case. */
  readonly operatorAddress: Hex;
  /** The factory call that sweeps all items. @throws CallRefused also when no item would go through */
  prepareSweep(items: readonly SweepItem[]): Promise<PreparedSweep>;
  /** What the token's issuer has stopped of transfers between these accounts; lower-case. */
  tokenBlocks(tokenAddress: Hex, accounts: readonly Hex[]): Promise<TokenBlocks>;
  /** The factory call that refunds from a deposit; this wallet must be its refund authority. */
  prepareRefund(refund: RefundCall): Promise<PreparedCall>;
  /** The token call that hands in a customer's authorization, whose gas may be at most `gasCap`. */
  prepareRelay(authorization: SignedAuthorization, gasCap: bigint): Promise<PreparedCall>;
  /** A call that does nothing: nothing sent by the wallet to itself. */
  prepareFill(): Promise<PreparedCall>;
  /** What would be paid now. @throws CallRefused FEE_ABOVE_CEILING */
  fees(): Promise<Fees>;
  /** Transactions of the wallet mined up to the newest block, which is its next free nonce. */
  minedNonce(): Promise<bigint>;
  /** The same up to and with that block: where it is final, nonces below the answer are used for good. */
  minedNonceAt(blockNumber: bigint): Promise<bigint>;
  /** The one of these transactions that is mined; null when every node that answers has none of them. */
  mined(txHashes: readonly Hex[]): Promise<SeenTransaction | null>;
  /** What the wallet has of the chain's coin, in wei. */
  balance(): Promise<bigint>;
  /** Signs; sends nothing. */
  sign(call: PreparedCall, nonce: bigint): Promise<SignedTransaction>;
  /**
   * The same call under the same nonce with other fees, from the bytes of an earlier attempt. Sends nothing, but may
   * ask what the rollup charges for the data now.
   */
  signAgain(rawTransaction: Hex, fees: Fees): Promise<SignedTransaction>;
  /** Sends raw bytes. `accepted` for whatever the node says that means it may have them already. */
  broadcast(rawTransaction: Hex): Promise<{ accepted: boolean; message: string | null }>;
};
