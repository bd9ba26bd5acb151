import { sameToken, type TokenRef } from "@/lib/chain/token.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { RefundStatus } from "./refund.rules";

/** The transactions that decide between equal refunds. */
export type RefundHashes = {
  /** The service's own transaction for it, with every hash under which it was signed. */
  ownTxHashes: readonly Hex[];
  /** The merchant's transaction that sends the whole amount in a token that delivers less; null without one. */
  handedInTxHash: Hex | null;
  /** Submitted for it, proven or not. */
  submittedTxHash: Hex | null;
};

/** A refund with a destination and without a payment. */
export type AwaitedRefund = TokenRef &
  RefundHashes & {
    id: string;
    checkoutId: string;
    /** The wallet that pays when the service does not. */
    merchantAddress: Hex;
    destinationAddress: Hex;
    amountUnits: bigint;
    status: RefundStatus;
    createdAt: Date;
  };

/** A refund payment on the chain. */
export type SentBack = TokenRef & {
  /** The payer: `checkoutId` owns the deposit address, `merchantAddress` is the wallet. */
  from: { account: "DEPOSIT"; checkoutId: string } | { account: "MERCHANT"; merchantAddress: Hex };
  to: Hex;
  amountUnits: bigint;
  blockNumber: bigint;
  blockTimestamp: Date;
  txHash: Hex;
  logIndex: number;
};

/**
 * Which refund each log pays: same token, destination and amount, one log per refund. A smaller amount pays only when
 * its transaction was submitted for the refund. Priority: the refund whose own or submitted transaction it is; for a
 * payment by the merchant's wallet, a refund that waits for it; then the oldest. The merchant's wallet never pays a
 * refund that was created later.
 *
 * @param refunds none has a payment
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
    take(log, (fitting) => fitting.find((refund) => isSubmittedFor(refund, log.txHash)));
  for (const log of inOrder) {
    if (paid.has(log)) continue;
    take(log, (fitting) => {
      const awaitsMerchant = fitting.find(({ status }) => status === "AWAITING_SIGNATURE");
      return log.from.account === "MERCHANT" ? (awaitsMerchant ?? fitting[0]) : fitting[0];
    });
  }
  return paid;
}

/** Whether the transaction was sent or submitted for the refund. */
export function isSubmittedFor(
  { ownTxHashes, handedInTxHash, submittedTxHash }: RefundHashes,
  txHash: Hex,
): boolean {
  return ownTxHashes.includes(txHash) || handedInTxHash === txHash || submittedTxHash === txHash;
}

function fits(log: SentBack, refund: AwaitedRefund): boolean {
  if (!sameToken(log, refund) || log.to !== refund.destinationAddress) return false;
  if (log.amountUnits !== refund.amountUnits && !isShortened(log, refund)) return false;
  if (log.from.account === "DEPOSIT") return log.from.checkoutId === refund.checkoutId;
  return log.from.merchantAddress === refund.merchantAddress && !isBefore(log, refund);
}

/** The merchant sent the full amount and the token kept a fee. */
function isShortened(log: SentBack, { handedInTxHash, amountUnits }: AwaitedRefund): boolean {
  const isLess = log.amountUnits > 0n && log.amountUnits < amountUnits;
  return isLess && log.from.account === "MERCHANT" && log.txHash === handedInTxHash;
}

/** Block times are whole seconds: one in the same second may be later. */
function isBefore({ blockTimestamp }: SentBack, { createdAt }: AwaitedRefund): boolean {
  return blockTimestamp.getTime() < Math.floor(createdAt.getTime() / 1_000) * 1_000;
}

function byAge(a: AwaitedRefund, b: AwaitedRefund): number {
  return a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1);
}

function byPlace(a: SentBack, b: SentBack): number {
  return a.blockNumber === b.blockNumber ? a.logIndex - b.logIndex : a.blockNumber < b.blockNumber ? -1 : 1;
}
