import { sameToken, type TokenRef } from "@/lib/chain/token.rules";
import type { RefundStatus } from "@/lib/checkouts/refund-facts.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";

/** The transactions that decide between equal refunds. */
export type RefundHashes = {
  /** The service's own transaction for it, with every hash under which it was signed. */
  ownTxHashes: readonly Hex[];
  /** The merchant's transaction that sends the whole amount in a token that delivers less; null without one. */
  handedInTxHash: Hex | null;
  /** Submitted for it, proven or not. */
  submittedTxHash: Hex | null;
};

/** A refund with a destination that a log can pay. */
export type AwaitedRefund = TokenRef &
  RefundHashes & {
    id: string;
    checkoutId: string;
    /** The wallet that pays when the service does not. */
    merchantAddress: Hex;
    /** The deposit address holds the amount. */
    isAtDeposit: boolean;
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
  /** Recorded as a refund that no one requested: a later request gets it by its hash only. */
  isUnasked?: boolean;
};

/**
 * Which refund each log pays: same token, destination and amount, one log per refund. A smaller amount pays only when
 * its transaction was submitted for the refund. A log of a deposit address pays its own checkout only; the merchant's
 * wallet pays any refund that existed. Priority: the refund whose own or submitted transaction it
 * is; for a payment by wallet, a refund that waits for it and that no deposit holds; then the oldest. A log that finds
 * its refund taken gets it when the other log can pay another one, so as many logs pay as possible.
 *
 * @param refunds without a payment, or paid by a log of `held`
 * @param held the refund that a log pays so far
 * @returns the refund's id by log; a log that pays none is left out
 */
export function matchRefunds<Log extends SentBack>(
  logs: readonly Log[],
  refunds: readonly AwaitedRefund[],
  held: ReadonlyMap<Log, string> = new Map(),
): ReadonlyMap<Log, string> {
  const byAge = [...refunds].sort(oldestFirst);
  const inOrder = [...logs].sort(walletFirst);
  const payers = new Map<AwaitedRefund, Log>();
  const refundOf = new Map<Log, AwaitedRefund>();
  const pair = (log: Log, refund: AwaitedRefund) => {
    const former = refundOf.get(log);
    if (former !== undefined && payers.get(former) === log) payers.delete(former);
    payers.set(refund, log);
    refundOf.set(log, refund);
  };
  const choices = new Map(inOrder.map((log) => [log, choicesOf(log, byAge)]));
  /** A free refund, else one whose log can pay another. */
  const place = (log: Log, among: readonly AwaitedRefund[], tried: Set<AwaitedRefund>): boolean => {
    const untried = among.filter((refund) => !tried.has(refund));
    const free = untried.find((refund) => !payers.has(refund));
    const got = free ?? untried.find((refund) => isMoved(refund, tried));
    if (got !== undefined) pair(log, got);
    return got !== undefined;
  };
  const isMoved = (refund: AwaitedRefund, tried: Set<AwaitedRefund>): boolean => {
    const payer = payers.get(refund);
    if (payer === undefined || tried.has(refund)) return false;
    tried.add(refund);
    return place(payer, choices.get(payer) ?? [], tried);
  };

  for (const [log, id] of held) {
    const refund = byAge.find((one) => one.id === id);
    if (refund !== undefined) pair(log, refund);
  }
  for (const log of inOrder) {
    const submitted = (choices.get(log) ?? []).filter((refund) => isSubmittedFor(refund, log.txHash));
    const present = refundOf.get(log);
    if (present !== undefined && isSubmittedFor(present, log.txHash)) continue;
    // Free for the log whose place this one takes.
    if (present !== undefined) payers.delete(present);
    if (!place(log, submitted, new Set()) && present !== undefined) payers.set(present, log);
  }
  for (const log of inOrder) if (!refundOf.has(log)) place(log, choices.get(log) ?? [], new Set());
  return new Map([...refundOf].map(([log, { id }]) => [log, id]));
}

/** The refunds that the log can pay, the best first. */
function choicesOf(log: SentBack, byAge: readonly AwaitedRefund[]): AwaitedRefund[] {
  const fitting = byAge.filter((refund) => fits(log, refund));
  if (log.from.account === "DEPOSIT") return fitting;
  const rank = ({ status, isAtDeposit }: AwaitedRefund) =>
    status !== "AWAITING_SIGNATURE" ? 2 : isAtDeposit ? 1 : 0;
  return fitting.sort((a, b) => rank(a) - rank(b));
}

/** Whether the transaction was sent or submitted for the refund. */
function isSubmittedFor(
  { ownTxHashes, handedInTxHash, submittedTxHash }: RefundHashes,
  txHash: Hex,
): boolean {
  return ownTxHashes.includes(txHash) || handedInTxHash === txHash || submittedTxHash === txHash;
}

function fits(log: SentBack, refund: AwaitedRefund): boolean {
  if (!sameToken(log, refund) || log.to !== refund.destinationAddress) return false;
  if (log.amountUnits !== refund.amountUnits && !isShortened(log, refund)) return false;
  if (log.from.account === "DEPOSIT")
    return log.from.checkoutId === refund.checkoutId && !(log.isUnasked && isRequestedLater(refund, log));
  return log.from.merchantAddress === refund.merchantAddress && !isBefore(log, refund);
}

/** The merchant sent the full amount and the token kept a fee. */
function isShortened(log: SentBack, { handedInTxHash, amountUnits }: AwaitedRefund): boolean {
  const isLess = log.amountUnits > 0n && log.amountUnits < amountUnits;
  return isLess && log.from.account === "MERCHANT" && log.txHash === handedInTxHash;
}

function isRequestedLater(refund: AwaitedRefund, log: SentBack): boolean {
  return isBefore(log, refund) && !isSubmittedFor(refund, log.txHash);
}

/** Block times are whole seconds: one in the same second may be later. */
function isBefore({ blockTimestamp }: SentBack, { createdAt }: AwaitedRefund): boolean {
  return blockTimestamp.getTime() < Math.floor(createdAt.getTime() / 1_000) * 1_000;
}

function oldestFirst(a: AwaitedRefund, b: AwaitedRefund): number {
  return a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1);
}

/** Payments of a deposit beyond its requests are recorded too, so a refund that was paid twice is noticed. */
function walletFirst(a: SentBack, b: SentBack): number {
  if (a.from.account !== b.from.account) return a.from.account === "MERCHANT" ? -1 : 1;
  return a.blockNumber === b.blockNumber ? a.logIndex - b.logIndex : a.blockNumber < b.blockNumber ? -1 : 1;
}
