import type { RefundLog, TransferLog } from "@/lib/chain/reader/chain-reader.port";
import type { RefundMove, SentPayment } from "@/lib/checkouts/checkout-draft";
import type { Refund } from "@/lib/checkouts/refund-facts.rules";
import type { NewRefundPayment, OrphanedLog } from "@/lib/checkouts/state/chain-logs.rules";
import type { CheckoutTransaction } from "@/lib/checkouts/state/checkout-advances.store";
import { type CheckoutFacts, isPaymentToken } from "@/lib/checkouts/state/payment-matching.rules";
import type { Clock } from "@/lib/platform/clock";
import type { NewId } from "@/lib/platform/ids";
import type { Log } from "@/lib/platform/log";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { LockedRefund } from "./locked-refund";
import { matchRefunds, type SentBack } from "./refund-matching.rules";
import type { RecordedPayment, WatchedRefundTransaction } from "./watched-refunds.store";

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

/** By id. */
type LockedRefunds = ReadonlyMap<string, LockedRefund>;

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
  const owners = facts.refunds.flatMap(({ depositAddress }) => ours.get(depositAddress) ?? []);
  // A deposit's log may take the refund of a payment by wallet, which then pays an equal one.
  const movable = await tx.walletPayments(chainId, owners);
  const awaiting = await tx.awaiting(chainId, [...transfers, ...movable]);
  if (handedIn !== null) awaiting.push(handedIn.checkoutId);
  // A completed refund awaits payment again only after the reorg took its payment, which may be in this batch.
  const isAwaited = awaiting.length > 0 || taken.some(({ fromAccount }) => fromAccount === "MERCHANT");
  const seen = seenLogs(facts, ours, isAwaited);
  if (seen.length + taken.length === 0) return [];

  const recorded = handedIn === null ? [] : await tx.refundPaymentsIn(chainId, [handedIn.txHash]);
  const holders = [...taken, ...recorded].map(({ checkoutId }) => checkoutId);
  const concerned = [...new Set([...owners, ...awaiting, ...holders])];
  const locked = await tx.lockCheckouts([...new Set([...touched, ...concerned])]);
  const checkouts = new Map(locked.map((item) => [item.checkout.id, item]));
  const watched = await tx.lockRefunds(
    concerned,
    [...taken, ...recorded].flatMap(({ refundId }) => refundId ?? []),
  );
  const refunds: LockedRefunds = new Map(
    watched.map((item) => {
      const merchantAddress = checkouts.get(item.refund.checkoutId)?.checkout.merchantAddress ?? null;
      return [item.refund.id, new LockedRefund(deps.log, item, merchantAddress)];
    }),
  );
  const lost = taken.map((log) => takeBack("refund.reverted", log, refunds));
  if (handedIn !== null) refunds.get(handedIn.refundId)?.submit(handedIn.txHash, handedIn.isShortened);
  const pending = await pendingLogs(tx, chainId, refunds, checkouts);
  const fresh = await notRecorded(tx, chainId, seen);
  const held = new Map<Seen, string>(
    [...pending].flatMap(([log, { refundId }]) => (log.isUnasked ? [] : [[log, refundId]])),
  );
  const movableIds = new Set(held.values());
  const expected = [...refunds].flatMap(([id, refund]) => refund.expected(movableIds.has(id)) ?? []);
  const paid = matchRefunds([...fresh, ...pending.keys()], expected, held);
  const moved = [...pending].filter(([log, { refundId }]) => paid.has(log) && paid.get(log) !== refundId);
  const movedIds = moved.map(([, { id }]) => id);
  for (const log of await tx.orphanRows(chainId, movedIds))
    if (log.kind === "refund") lost.push(takeBack("refund.reassigned", log, refunds));
  const got = [...fresh, ...moved.map(([log]) => log)].flatMap((log) => {
    const move = refunds.get(paid.get(log) ?? "")?.pay(toPayment(log)) ?? unexpected(deps, log, checkouts);
    return move === null ? [] : [{ move, row: toRow(deps.newId("rfp"), log, move) }];
  });
  const dropped = [...refunds.values()].flatMap((refund) => refund.dropUnasked() ?? []);

  await tx.insertRefunds(
    got.flatMap(({ move }) => (move.kind === "refund.unasked" ? (move.refund ?? []) : [])),
  );
  await tx.insertRefundPayments(got.map(({ row }) => row));
  await tx.saveRefunds([...refunds.values()].flatMap((refund) => refund.changed() ?? []));
  if (handedIn?.isShortened && got.some(({ row }) => row.refundId === handedIn.refundId))
    await tx.noteHandedIn(handedIn.refundId, handedIn.txHash);
  return [...lost, ...got.map(({ move }) => move), ...dropped];
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

/** Recorded payments that another refund may get: the completion of their own is not reported yet. */
async function pendingLogs(
  tx: RecordTransaction,
  chainId: number,
  refunds: LockedRefunds,
  checkouts: ReadonlyMap<string, CheckoutFacts>,
): Promise<Map<Seen, RecordedPayment>> {
  const payments = await tx.pendingPayments(chainId, [...refunds.keys()]);
  return new Map(
    payments.flatMap((row): [Seen, RecordedPayment][] => {
      const { checkoutId, refundId, fromAccount, toAddress: to, chainId, tokenAddress, amountUnits } = row;
      const { blockNumber, blockHash, blockTimestamp, txHash, logIndex } = row;
      const merchantAddress = checkouts.get(checkoutId)?.checkout.merchantAddress;
      if (merchantAddress === undefined || !refunds.get(refundId)?.expected(true)) return [];
      const from: Seen["from"] =
        fromAccount === "DEPOSIT"
          ? { account: "DEPOSIT", checkoutId }
          : { account: "MERCHANT", merchantAddress };
      const isUnasked = refunds.get(refundId)?.isUnasked === true;
      const place = { blockNumber, blockHash, blockTimestamp, txHash, logIndex };
      return [[{ chainId, tokenAddress, from, to, amountUnits, ...place, isUnasked }, row]];
    }),
  );
}

function takeBack(
  kind: "refund.reverted" | "refund.reassigned",
  log: OrphanedLog & { kind: "refund" },
  refunds: LockedRefunds,
): RefundMove {
  const payment: SentPayment = { ...log, from: log.fromAccount, to: log.toAddress };
  const refund = refunds.get(log.refundId ?? "");
  return (
    refund?.takeBack(kind, payment, log) ?? {
      kind,
      checkoutId: log.checkoutId,
      refund: null,
      payment,
      lostUnits: 0n,
    }
  );
}

/** A payment that no refund expects; null for a merchant's transfer, which then refunds nothing. */
function unexpected(
  { clock, newId }: Deps,
  log: Seen,
  checkouts: ReadonlyMap<string, CheckoutFacts>,
): RefundMove | null {
  if (log.from.account === "MERCHANT") return null;
  const { checkoutId } = log.from;
  const payment = toPayment(log);
  const locked = checkouts.get(checkoutId);
  if (locked === undefined || !isPaymentToken(locked, log))
    return { kind: "refund.stray", checkoutId, refund: null, payment, lostUnits: 0n };
  const refund: Refund = {
    id: newId("rfd"),
    projectId: locked.checkout.projectId,
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
    createdAt: clock.now(),
    completedAt: null,
  };
  return { kind: "refund.unasked", checkoutId, refund, payment, lostUnits: 0n };
}

function toPayment(log: Seen): SentPayment {
  return { ...log, from: log.from.account };
}

function toRow(
  id: string,
  { from, to, ...place }: Seen,
  { checkoutId, refund }: RefundMove,
): NewRefundPayment {
  return { ...place, id, fromAccount: from.account, toAddress: to, checkoutId, refundId: refund?.id ?? null };
}
