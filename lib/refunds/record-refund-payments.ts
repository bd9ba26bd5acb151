import type { RefundLog, TransferLog } from "@/lib/chain/reader/chain-reader.port";
import { sameToken } from "@/lib/chain/token.rules";
import type { RefundMove, SentPayment } from "@/lib/checkouts/checkout-draft";
import type { CheckoutTransaction } from "@/lib/checkouts/state/checkout-advances.store";
import type { CheckoutFacts } from "@/lib/checkouts/state/payment-matching.rules";
import type { NewRefundPayment, OrphanedLog } from "@/lib/payments/chain-logs.rules";
import type { Clock } from "@/lib/platform/clock";
import type { NewId } from "@/lib/platform/ids";
import type { Log } from "@/lib/platform/log";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { Refund } from "./refund.rules";
import { type RefundTrigger, refundTransition } from "./refund.rules";
import {
  type AwaitedRefund,
  isSubmittedFor,
  matchRefunds,
  type RefundHashes,
  type SentBack,
} from "./refund-matching.rules";
import type { WatchedRefund, WatchedRefundTransaction } from "./watched-refunds.store";

type Deps = { clock: Clock; newId: NewId; log: Log };

type RecordTransaction = WatchedRefundTransaction &
  Pick<CheckoutTransaction, "lockCheckouts"> & {
    /** Orphans recorded logs, as a reorg does. */
    orphanRows(chainId: number, ids: readonly string[]): Promise<OrphanedLog[]>;
    insertRefundPayments(payments: readonly NewRefundPayment[]): Promise<void>;
  };

type RefundFacts = {
  chainId: number;
  /** Block times by hash. */
  timestamps: ReadonlyMap<Hex, Date>;
  /** From deposit addresses that are ours. */
  refunds: readonly RefundLog[];
  /** Any transfers: some may be from a merchant's wallet to a refund's destination. */
  transfers: readonly TransferLog[];
  /** Logs of any kind that a reorg took. */
  orphaned: readonly OrphanedLog[];
  handedIn: HandedIn | null;
};

/** A transaction that was submitted for a refund. */
export type HandedIn = {
  refundId: string;
  checkoutId: string;
  txHash: Hex;
  /** It sends the refund's whole amount in a token that delivers less. */
  isShortened: boolean;
};

type Seen = SentBack & { blockHash: Hex };

type RecordedPayment = Awaited<ReturnType<WatchedRefundTransaction["refundPaymentsIn"]>>[number];

/**
 * Records the logs of refund payments and moves the refunds that they pay, within the caller's transaction. It does not
 * write the checkouts' sums, which follow from the moves.
 *
 * @param ours checkout ids by deposit address
 * @param touched checkouts that the caller's batch moves otherwise: all are locked at once, in one order
 */
export async function recordRefundPayments(
  deps: Deps,
  tx: RecordTransaction,
  facts: RefundFacts,
  ours: ReadonlyMap<string, string>,
  touched: readonly string[],
): Promise<RefundMove[]> {
  const { chainId, transfers, handedIn } = facts;
  const taken = facts.orphaned.filter((log) => log.kind === "refund");
  const awaiting = await tx.awaiting(chainId, transfers);
  if (handedIn !== null) awaiting.push(handedIn.checkoutId);
  // A completed refund awaits payment again only after the reorg took its payment, which may be in this batch.
  const isAwaited = awaiting.length > 0 || taken.some(({ fromAccount }) => fromAccount === "MERCHANT");
  const seen = seenLogs(facts, ours, isAwaited);
  if (seen.length + taken.length === 0) return [];

  const recorded = handedIn === null ? [] : await tx.refundPaymentsIn(chainId, [handedIn.txHash]);
  const owners = seen.flatMap(({ from }) => (from.account === "DEPOSIT" ? [from.checkoutId] : []));
  const holders = recorded.map(({ checkoutId }) => checkoutId);
  const locked = await tx.lockCheckouts([...new Set([...touched, ...owners, ...awaiting, ...holders])]);
  const checkouts = new Map(locked.map((item) => [item.checkout.id, item]));
  const watched = await tx.lockRefunds(
    [...new Set([...owners, ...awaiting])],
    [...taken, ...recorded].flatMap(({ refundId }) => refundId ?? []),
  );
  const work = new Work(deps, checkouts, watched);
  for (const log of taken) work.takeBack(log, "refund.reverted");
  if (handedIn !== null) {
    work.handIn(handedIn);
    const reassigned = await tx.orphanRows(chainId, work.reassignable(handedIn, recorded, seen));
    for (const log of reassigned) if (log.kind === "refund") work.takeBack(log, "refund.reassigned");
  }
  const fresh = await notRecorded(tx, chainId, seen);
  const paid = matchRefunds(fresh, work.awaited());
  const payments = fresh.flatMap((log) => work.pay(log, paid.get(log)));
  work.dropUnasked();

  await tx.insertRefunds(work.added);
  await tx.insertRefundPayments(payments);
  await tx.saveRefunds(work.changed());
  if (handedIn?.isShortened && payments.some(({ refundId }) => refundId === handedIn.refundId))
    await tx.noteHandedIn(handedIn.refundId, handedIn.txHash);
  return work.moves;
}

function seenLogs(
  { chainId, timestamps, refunds, transfers }: RefundFacts,
  ours: ReadonlyMap<string, string>,
  withTransfers: boolean,
): Seen[] {
  const seen = (log: RefundLog | TransferLog, from: Seen["from"]): Seen => {
    const blockTimestamp = timestamps.get(log.blockHash);
    if (blockTimestamp === undefined) throw new Error(`log of an unknown block ${log.blockHash}`);
    const { to, tokenAddress, amountUnits, blockNumber, blockHash, txHash, logIndex } = log;
    const place = { blockNumber, blockHash, blockTimestamp, txHash, logIndex };
    return { chainId, tokenAddress, from, to, amountUnits, ...place };
  };
  return [
    ...refunds.flatMap((log) => {
      const checkoutId = ours.get(log.depositAddress);
      return checkoutId === undefined ? [] : [seen(log, { account: "DEPOSIT", checkoutId })];
    }),
    ...(withTransfers
      ? transfers.map((log) => seen(log, { account: "MERCHANT", merchantAddress: log.from }))
      : []),
  ];
}

/**
 * Leaves out recorded logs, and logs of a transaction that is recorded in another block: it is in one block only, and
 * the scan will orphan the old one.
 */
async function notRecorded(tx: RecordTransaction, chainId: number, seen: readonly Seen[]): Promise<Seen[]> {
  const recorded = await tx.refundPaymentsIn(chainId, [...new Set(seen.map(({ txHash }) => txHash))]);
  return seen.filter(
    (log) =>
      !recorded.some(
        ({ txHash, logIndex, blockHash }) =>
          txHash === log.txHash && (logIndex === log.logIndex || blockHash !== log.blockHash),
      ),
  );
}

function hashesOf({ outgoing, handedInTxHash, submittedTxHash }: WatchedRefund): RefundHashes {
  return { ownTxHashes: outgoing?.txHashes ?? [], handedInTxHash, submittedTxHash };
}

/** The refunds of a batch: collects the outcome of each and its moves. */
class Work {
  readonly moves: RefundMove[] = [];
  /** Refunds that we create for payments without a request. */
  readonly added: Refund[] = [];
  private readonly refunds: Map<string, WatchedRefund>;
  private readonly before: ReadonlyMap<string, Refund>;

  constructor(
    private readonly deps: Deps,
    private readonly checkouts: ReadonlyMap<string, CheckoutFacts>,
    watched: readonly WatchedRefund[],
  ) {
    this.refunds = new Map(watched.map((item) => [item.refund.id, item]));
    this.before = new Map(watched.map(({ refund }) => [refund.id, refund]));
  }

  changed(): Refund[] {
    return [...this.refunds.values()]
      .map(({ refund }) => refund)
      .filter((refund) => this.before.has(refund.id) && this.before.get(refund.id) !== refund);
  }

  awaited(): AwaitedRefund[] {
    return [...this.refunds.values()].flatMap((watched) => {
      const { refund, paid } = watched;
      const checkout = this.checkouts.get(refund.checkoutId)?.checkout;
      const { destinationAddress, status } = refund;
      if (paid || destinationAddress === null || checkout === undefined) return [];
      if (refundTransition(status, { kind: "payment_seen" }).kind === "refused") return [];
      const { merchantAddress } = checkout;
      return [{ ...refund, destinationAddress, merchantAddress, ...hashesOf(watched) }];
    });
  }

  handIn({ refundId, txHash, isShortened }: HandedIn): void {
    const watched = this.refunds.get(refundId);
    if (watched === undefined) return;
    const handedInTxHash = isShortened ? txHash : watched.handedInTxHash;
    this.refunds.set(refundId, { ...watched, submittedTxHash: txHash, handedInTxHash });
  }

  /**
   * The recorded payment that fits the refund for which it was submitted, and that an equal refund has by its amount
   * alone. The completion of a refund is reported once, so a complete one keeps its payment.
   */
  reassignable(
    { refundId, txHash }: HandedIn,
    recorded: readonly RecordedPayment[],
    seen: readonly Seen[],
  ): string[] {
    const refund = this.awaited().find(({ id }) => id === refundId);
    if (refund === undefined) return [];
    const payment = recorded.find((row) => {
      const holder = this.refunds.get(row.refundId ?? "");
      const log = seen.find((item) => item.txHash === txHash && item.logIndex === row.logIndex);
      if (holder === undefined || log?.blockHash !== row.blockHash) return false;
      if (holder.refund.status !== "PROCESSING" || isSubmittedFor(hashesOf(holder), txHash)) return false;
      return matchRefunds([log], [refund]).has(log);
    });
    return payment === undefined ? [] : [payment.id];
  }

  takeBack(log: OrphanedLog & { kind: "refund" }, kind: "refund.reverted" | "refund.reassigned"): void {
    const payment: SentPayment = { ...log, from: log.fromAccount, to: log.toAddress };
    const { checkoutId } = log;
    const watched = log.refundId === null ? undefined : this.refunds.get(log.refundId);
    if (watched === undefined) {
      this.moves.push({ kind, checkoutId, refund: null, payment, lostUnits: 0n });
      return;
    }
    const next = watched.outgoing?.canPay === true ? "PROCESSING" : "AWAITING_SIGNATURE";
    const wasCompleted = watched.refund.status === "COMPLETED";
    const txHash = next === "PROCESSING" ? watched.refund.txHash : null;
    const refund = this.move(
      watched,
      { kind: "payment_reverted", next },
      { paid: false },
      { txHash, completedAt: null },
    );
    const lostUnits = wasCompleted ? log.amountUnits : 0n;
    this.moves.push({ kind, checkoutId, refund, payment, lostUnits });
  }

  /** Adds the row of a log; a merchant's transfer that pays no refund gets none. */
  pay(log: Seen, refundId: string | undefined): NewRefundPayment[] {
    const watched = refundId === undefined ? undefined : this.refunds.get(refundId);
    const { from, to, ...place } = log;
    const payment: SentPayment = { ...log, from: from.account };
    const row = { ...place, id: this.deps.newId("rfp"), fromAccount: from.account, toAddress: to };
    if (watched !== undefined) {
      const { checkoutId } = watched.refund;
      const refund = this.move(watched, { kind: "payment_seen" }, { paid: true }, { txHash: log.txHash });
      this.moves.push({ kind: "refund.sent", checkoutId, refund, payment, lostUnits: 0n });
      return [{ ...row, checkoutId, refundId: refund.id }];
    }
    if (from.account === "MERCHANT") return [];
    const { checkoutId } = from;
    const refund = this.unasked(checkoutId, log);
    const kind = refund === null ? "refund.stray" : "refund.unasked";
    this.moves.push({ kind, checkoutId, refund, payment, lostUnits: 0n });
    return [{ ...row, checkoutId, refundId: refund?.id ?? null }];
  }

  /** An unrequested refund is removed when a reorg takes its payment. */
  dropUnasked(): void {
    for (const watched of this.refunds.values()) {
      const { refund, paid, unasked } = watched;
      if (!unasked || paid || this.before.get(refund.id) === refund) continue;
      if (refundTransition(refund.status, { kind: "cancelled" }).kind === "refused") continue;
      const cancelled = this.move(watched, { kind: "cancelled" }, {}, {});
      const { checkoutId } = refund;
      this.moves.push({
        kind: "refund.cancelled",
        checkoutId,
        refund: cancelled,
        payment: null,
        lostUnits: 0n,
      });
    }
  }

  private unasked(checkoutId: string, log: Seen): Refund | null {
    const locked = this.checkouts.get(checkoutId);
    // We cannot know which refund it pays before the rows below are recorded.
    if (locked === undefined || !locked.quotes.some((quote) => sameToken(quote, log))) return null;
    const { checkout } = locked;
    const refund: Refund = {
      id: this.deps.newId("rfd"),
      projectId: checkout.projectId,
      checkoutId,
      chainId: log.chainId,
      tokenAddress: log.tokenAddress,
      amountUnits: log.amountUnits,
      reason: null,
      stray: false,
      refundType: "OTHER",
      status: "PROCESSING",
      destinationAddress: log.to,
      txHash: log.txHash,
      failureCode: null,
      viaApi: false,
      createdAt: this.deps.clock.now(),
      completedAt: null,
    };
    this.added.push(refund);
    return refund;
  }

  /** The chain decides: when the table has no such move, the refund stays and the log is kept. */
  private move(
    watched: WatchedRefund,
    trigger: RefundTrigger,
    state: Partial<WatchedRefund>,
    changes: Partial<Refund>,
  ): Refund {
    const moved = refundTransition(watched.refund.status, trigger);
    if (moved.kind === "refused")
      this.deps.log.error({ refundId: watched.refund.id, ...moved }, "a refund does not match its payment");
    const refund =
      moved.kind === "refused" ? watched.refund : { ...watched.refund, ...changes, status: moved.status };
    this.refunds.set(refund.id, { ...watched, ...state, refund });
    return refund;
  }
}
