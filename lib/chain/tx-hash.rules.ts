import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";

/** @throws CheckoutError INVALID_TX_HASH */
export function readTxHash(value: string): Hex {
  if (!/^0x[0-9a-fA-F]{64}$/.test(value)) {
    throw new CheckoutError("INVALID_TX_HASH", "txHash must be 0x and 64 hex digits.", { param: "txHash" });
  }
  return value.toLowerCase() as Hex;
}

export function transactionNotFound(): CheckoutError {
  return new CheckoutError("TRANSACTION_NOT_FOUND", "The network doesn't know this transaction.");
}
