import { sameToken, type TokenRef } from "@/lib/chain/token.rules";
import type { RefundStatus } from "@/lib/checkouts/refunds/refund.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";

/** A refund that has a destination and no payment yet. */
export type AwaitedRefund = TokenRef & {
  id: string;
  checkoutId: string;
  /** The wallet that pays where the service does not. */
  merchantAddress: Hex;
  destinationAddress: Hex;
  amountUnits: bigint;
  status: RefundStatus;
  createdAt: Date;
  /** The service's own transaction for it, under every hash that it was signed with. */
  ownTxHashes: readonly Hex[];
  /** The merchant's transaction whose call sends the whole amount, where the token lets less arrive; null without one. */
  handedInTxHash: Hex | null;
};

/** Funds that went back, by a log of the chain. */
export type SentBack = TokenRef & {
  /** Out of whose hands: `checkoutId` owns the deposit address, `merchantAddress` is the wallet. */
  from: { account: "DEPOSIT"; checkoutId: string } | { account: "MERCHANT"; merchantAddress: Hex };
  to: Hex;
  amountUnits: bigint;
  blockNumber: bigint;
  blockTimestamp: Date;
  txHash: Hex;
  logIndex: number;
};

/**
 * Which refund each log pays: of one token, destination and amount, and one log for one refund. Less than the amount
 * pays only out of the transaction that was handed in for it. A log goes to the refund whose own transaction it is, or
 * for which it was handed in; else, when the merchant's wallet paid, to one that waits for that; else to the
 * oldest. The merchant's wallet pays nothing that was not asked for yet when it paid.
 *
 * @param refunds none of them has a payment
 * @returns the refund's id by log; a log that pays none is left out
 */
export function matchRefunds<Log extends SentBack>(
  logs: readonly Log[],
  refunds: readonly AwaitedRefund[],
): ReadonlyMap<Log, string> {
  const paid = new Map<Log, string>();
  const left = new Set([...refunds].sort(byAge));
  const inOrder = [...logs].sort(byPlace);
  const take = (log: Log, pick: (fitting: readonly AwaitedRefund[]) => AwaitedRefund | undefined) => {
    const refund = pick([...left].filter((candidate) => fits(log, candidate)));
    if (refund === undefined) return;
    paid.set(log, refund.id);
    left.delete(refund);
  };
  for (const log of inOrder)
    take(log, (fitting) =>
      fitting.find(
        ({ ownTxHashes, handedInTxHash }) =>
          ownTxHashes.includes(log.txHash) || handedInTxHash === log.txHash,
      ),
    );
  for (const log of inOrder) {
    if (paid.has(log)) continue;
    take(log, (fitting) => {
      const awaitsMerchant = fitting.find(({ status }) => status === "AWAITING_SIGNATURE");
      return log.from.account === "MERCHANT" ? (awaitsMerchant ?? fitting[0]) : fitting[0];
    });
  }
  return paid;
}

function fits(log: SentBack, refund: AwaitedRefund): boolean {
  if (!sameToken(log, refund) || log.to !== refund.destinationAddress) return false;
  if (log.amountUnits !== refund.amountUnits && !isShortened(log, refund)) return false;
  if (log.from.account === "DEPOSIT") return log.from.checkoutId === refund.checkoutId;
  return log.from.merchantAddress === refund.merchantAddress && !isBefore(log, refund);
}

/** The token kept a fee of what the merchant sent in full. */
function isShortened(log: SentBack, { handedInTxHash, amountUnits }: AwaitedRefund): boolean {
  const isLess = log.amountUnits > 0n && log.amountUnits < amountUnits;
  return isLess && log.from.account === "MERCHANT" && log.txHash === handedInTxHash;
}

/** Blocks tell whole seconds: one of the same second may well have been made after. */
function isBefore({ blockTimestamp }: SentBack, { createdAt }: AwaitedRefund): boolean {
  return blockTimestamp.getTime() < Math.floor(createdAt.getTime() / 1_000) * 1_000;
}

function byAge(a: AwaitedRefund, b: AwaitedRefund): number {
  return a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1);
}

function byPlace(a: SentBack, b: SentBack): number {
  return a.blockNumber === b.blockNumber ? a.logIndex - b.logIndex : a.blockNumber < b.blockNumber ? -1 : 1;
}
