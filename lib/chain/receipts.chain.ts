import { array, hash, integer, object, UnusableAnswer } from "@/lib/chain/rpc/shapes";
import type { Hex } from "@/lib/platform/hex.rules";
import type { TransactionReceipt } from "./chain-reader.port";
import { hasValue, readLog, toRefund, toTransfer } from "./logs.chain";

/** The receipt of a mined transaction; null when the node has none. @throws UnusableAnswer */
export function readReceipt(value: unknown, txHash: Hex): TransactionReceipt | null {
  if (value === null) return null;
  const receipt = object(value, "the receipt");
  // Some nodes answer for a transaction that waits, with nothing filled in.
  if (receipt.blockHash === null || receipt.blockNumber === null) return null;
  const blockHash = hash(receipt.blockHash, "the receipt's block hash");
  const blockNumber = integer(receipt.blockNumber, "the receipt's block number");
  const asked = txHash.toLowerCase() as Hex;
  if (hash(receipt.transactionHash, "the receipt's hash") !== asked) {
    throw new UnusableAnswer("the receipt is of another transaction");
  }
  const status = integer(receipt.status, "the receipt's status");
  if (status > 1n) throw new UnusableAnswer("the receipt's status is unknown");
  const logs = array(receipt.logs, "the receipt's logs").map((item) => {
    const log = readLog(item);
    if (log.blockHash !== blockHash || log.blockNumber !== blockNumber || log.txHash !== asked) {
      throw new UnusableAnswer("a log is of another transaction than its receipt");
    }
    return log;
  });
  return {
    txHash: asked,
    blockNumber,
    blockHash,
    status: status === 1n ? "success" : "reverted",
    transfers: logs.flatMap((log) => toTransfer(log) ?? []).filter(hasValue),
    refunds: logs.flatMap((log) => toRefund(log) ?? []).filter(hasValue),
  };
}
