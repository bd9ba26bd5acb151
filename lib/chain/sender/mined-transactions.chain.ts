import { hash, integer, object, quantity, UnusableAnswer } from "@/lib/chain/rpc/shapes";
import type { Hex } from "@/lib/platform/hex.rules";
import type { MinedTransaction } from "./chain-sender.port";
import type { SendingPolicy } from "./sending.rules";

/** What the receipt of a transaction of ours tells of its end; null when the node has none. @throws UnusableAnswer */
export function readMined(
  value: unknown,
  txHash: Hex,
  l1Fee: SendingPolicy["l1Fee"],
): MinedTransaction | null {
  if (value === null) return null;
  const receipt = object(value, "the receipt");
  // Some nodes answer for a transaction that waits, with nothing filled in.
  if (receipt.blockHash === null || receipt.blockNumber === null) return null;
  if (hash(receipt.transactionHash, "the receipt's hash") !== txHash)
    throw new UnusableAnswer("the receipt is of another transaction");
  const status = integer(receipt.status, "the receipt's status");
  if (status > 1n) throw new UnusableAnswer("the receipt's status is unknown");
  const gasUsed = integer(receipt.gasUsed, "the gas used");
  const gasCostWei = gasUsed * quantity(receipt.effectiveGasPrice, "the gas price");
  return {
    txHash,
    status: status === 1n ? "success" : "reverted",
    blockNumber: integer(receipt.blockNumber, "the receipt's block number"),
    blockHash: hash(receipt.blockHash, "the receipt's block hash"),
    gasUsed,
    costWei: l1Fee === "op-stack" ? gasCostWei + quantity(receipt.l1Fee, "the fee for data") : gasCostWei,
  };
}
