import type { Hex } from "@/lib/platform/hex.rules";

/** An EIP-1559 transaction to be signed; it carries no native coin. */
export type UnsignedTransaction = {
  chainId: number;
  nonce: number;
  to: Hex;
  data: Hex;
  gas: bigint;
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
};

/** Holds the operator's key, or knows who does. */
export type Signer = {
  /** Lower-case. */
  readonly address: Hex;
  /** The signed transaction's raw bytes. */
  signTransaction(transaction: UnsignedTransaction): Promise<Hex>;
};
