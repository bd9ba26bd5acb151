import { fault } from "@/lib/platform/faults/fault.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";

/** @throws CheckoutError INVALID_TX_HASH */
export function readTxHash(value: string): Hex {
  if (!/^0x[0-9a-fA-F]{64}$/.test(value)) {
    throw new CheckoutError("INVALID_TX_HASH", fault("chain.txHash"), { param: "txHash" });
  }
  return value.toLowerCase() as Hex;
}

export function transactionNotFound(): CheckoutError {
  return new CheckoutError("TRANSACTION_NOT_FOUND", fault("chain.unknownTransaction"));
}

/** Identifies a log on one branch of a chain; a reorg may move it to another block. */
export function logKey({ txHash, logIndex }: { txHash: Hex; logIndex: number }): string {
  return `${txHash} ${logIndex}`;
}
