import type { ChainPosition, PaymentStore } from "@/lib/checkouts/payment-store.port";
import type { Hex } from "@/lib/platform/hex.rules";

/** A node may be a few blocks behind another without being wrong. */
const lagBlocks = 3;

/**
 * The block at which nodes are asked for balances: a little below the scanned position, so that one which lags
 * by a block or two can answer too, and not below `atLeast`.
 */
export async function settledBlock(
  payments: PaymentStore,
  position: ChainPosition,
  atLeast: bigint,
): Promise<{ number: bigint; hash: Hex }> {
  const headers = await payments.recentHeaders(position.chainId, lagBlocks + 1);
  const usable = headers.filter(({ number }) => number >= atLeast && number < position.blockNumber);
  const lowest = usable.at(-1);
  return lowest === undefined
    ? { number: position.blockNumber, hash: position.blockHash }
    : { number: lowest.number, hash: lowest.hash };
}
