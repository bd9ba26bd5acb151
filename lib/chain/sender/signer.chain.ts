import { privateKeyToAccount } from "viem/accounts";
import type { Hex } from "@/lib/platform/values/hex.rules";

/** An EIP-1559 transaction to sign; it carries no native coin. */
export type UnsignedTransaction = {
  chainId: number;
  nonce: number;
  to: Hex;
  data: Hex;
  gas: bigint;
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
};

/** Holds the operator's key, or delegates to a holder. */
export type Signer = {
  /** Lower-case. */
  readonly address: Hex;
  /** The signed transaction's raw bytes. */
  signTransaction(transaction: UnsignedTransaction): Promise<Hex>;
};

/** Signs with a key held by this process. @throws when `privateKey` is invalid; the message does not show it */
export function createLocalSigner(privateKey: Hex): Signer {
  const account = accountOf(privateKey);
  return {
    address: account.address.toLowerCase() as Hex,
    signTransaction: (transaction) => account.signTransaction({ ...transaction, type: "eip1559" }),
  };
}

function accountOf(privateKey: Hex) {
  try {
    return privateKeyToAccount(privateKey);
  } catch {
    throw new TypeError("the private key is not one of secp256k1");
  }
}
