import type { Hex } from "@/lib/core/checkout";
import { SharedError } from "@/lib/core/shared-error";

/** A call that the operator's wallet is to send, with the limits it is signed under. */
export type PreparedCall = {
  to: Hex;
  data: Hex;
  gasLimit: bigint;
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
};

export type SignedTransaction = PreparedCall & { txHash: Hex; rawTransaction: Hex; nonce: bigint };

/** A deposit to be swept: what its address is made of, and the token on it. */
export type SweepItem = {
  checkoutId: string;
  depositAddress: Hex;
  merchantAddress: Hex;
  refundAuthority: Hex;
  openSweep: boolean;
  tokenAddress: Hex;
};

/** A call that is not worth signing at this moment; `reason` says whether waiting can help. */
export class CallRefused extends SharedError {
  static override readonly errorName = "CallRefused";
  readonly reason: "REVERTED" | "NOTHING_SWEPT" | "FEE_ABOVE_CEILING" | "NO_GAS_MONEY";

  constructor(reason: CallRefused["reason"], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Writes to one chain as the operator. Every method that asks a node throws `ChainUnavailable` when none answers. */
export type ChainSender = {
  readonly chainId: number;
  readonly operatorAddress: Hex;
  /**
   * The factory call that sweeps all items, simulated and priced at this moment.
   * @throws CallRefused when it would revert, no item would go through, the chain is too dear now, or the operator cannot pay
   */
  prepareSweep(items: readonly SweepItem[]): Promise<PreparedCall>;
  /** Transactions of the operator mined up to the newest block, which is its next free nonce. */
  minedNonce(): Promise<bigint>;
  /** Signs; sends nothing. */
  sign(call: PreparedCall, nonce: bigint): Promise<SignedTransaction>;
  /** Sends raw bytes. Answers for whatever the node says that means it may have them already. */
  broadcast(rawTransaction: Hex): Promise<{ accepted: boolean; message: string | null }>;
};
