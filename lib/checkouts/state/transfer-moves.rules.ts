import type { TokenRef } from "@/lib/chain/token.rules";
import type { TimelineEntry } from "@/lib/checkouts/checkout.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { isPaymentToken } from "./payment-matching.rules";

/** Transfers of one token that a batch added to one checkout, or that a reorg took from it. */
export type TransferMove = TokenRef & {
  kind: "transfer.received" | "transfer.reverted";
  checkoutId: string;
  amountUnits: bigint;
  count: number;
  /** The first transfer's hash. */
  txHash: Hex;
  from: Hex | null;
};

type MovedLog = TokenRef & { checkoutId: string; amountUnits: bigint; txHash: Hex; fromAddress: Hex | null };

/** The logs grouped by checkout and token: the timeline gets one entry per group. */
export function transferMoves(kind: TransferMove["kind"], logs: readonly MovedLog[]): TransferMove[] {
  const moves = new Map<string, TransferMove>();
  for (const { checkoutId, chainId, tokenAddress, amountUnits, txHash, fromAddress } of logs) {
    const key = `${checkoutId} ${chainId} ${tokenAddress}`;
    const move = moves.get(key);
    if (move === undefined) {
      const first = { checkoutId, chainId, tokenAddress, amountUnits, txHash };
      moves.set(key, { kind, ...first, count: 1, from: fromAddress });
    } else {
      move.amountUnits += amountUnits;
      move.count += 1;
    }
  }
  return [...moves.values()];
}

export function byCheckout(moves: readonly TransferMove[]): ReadonlyMap<string, readonly TransferMove[]> {
  const groups = new Map<string, TransferMove[]>();
  for (const move of moves) {
    const group = groups.get(move.checkoutId);
    if (group === undefined) groups.set(move.checkoutId, [move]);
    else group.push(move);
  }
  return groups;
}

/** A timeline entry for the merchant: `counts` is false for a stray. */
export function transferEntry(
  move: TransferMove,
  facts: Parameters<typeof isPaymentToken>[0],
  at: Date,
): TimelineEntry {
  const { kind, chainId, tokenAddress, amountUnits, count, txHash, from } = move;
  const counts = isPaymentToken(facts, move);
  const amount = amountUnits.toString();
  return { kind, details: { chainId, tokenAddress, amount, count, txHash, from, counts }, at };
}
