import {
  formatTransaction,
  keccak256,
  type RpcTransaction,
  recoverTransactionAddress,
  serializeTransaction,
  type TransactionSerializable,
} from "viem";
import type { SentCall } from "@/lib/chain/chain-reader.port";
import type { Hex } from "@/lib/platform/hex.rules";

/**
 * Who called what, as the transaction's own hash proves: its parts are put together again, signature and all, and must
 * give that hash. Null for a kind of transaction that no wallet signs, and for parts that are not the transaction's.
 */
export async function readSentCall(value: unknown, txHash: Hex): Promise<SentCall | null> {
  if (typeof value !== "object" || value === null) return null;
  try {
    const { input, r, s, v, yParity, to, ...rest } = formatTransaction(value as RpcTransaction);
    const parts = { ...rest, to, data: input } as TransactionSerializable;
    const serialized = serializeTransaction(parts, {
      r,
      s,
      ...(yParity === undefined ? { v } : { yParity, v }),
    });
    if (keccak256(serialized) !== txHash) return null;
    // viem types the parameter as the bytes of one kind of transaction or another.
    const serializedTransaction = serialized as Parameters<
      typeof recoverTransactionAddress
    >[0]["serializedTransaction"];
    const from = await recoverTransactionAddress({ serializedTransaction });
    return { from: lower(from), to: to === null || to === undefined ? null : lower(to), input: lower(input) };
  } catch {
    return null;
  }
}

function lower(value: string): Hex {
  return value.toLowerCase() as Hex;
}
