import { type Chain, decimalsOf, enabledChain } from "@/lib/chain/chains.rules";
import { isFinal, paidRequirement } from "@/lib/chain/confirmation-policy.rules";
import { ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import type { ChainPosition } from "@/lib/chain/scan-position.rules";
import { chainHead, settledBlock } from "@/lib/checkouts/balances/agree-on-deposits";
import type { RefundMove } from "@/lib/checkouts/checkout-draft";
import { advanceCheckouts } from "@/lib/checkouts/state/advance-checkouts";
import { depositKey, reconcileBalances } from "@/lib/payments/balances/reconcile-balances";
import type { PaymentTransaction } from "@/lib/payments/payment.store";
import type { RecordParts, ScanParts } from "@/lib/payments/payments.parts";
import type { AwaitingFinality, LogTable } from "@/lib/payments/recorded-logs.store";
import type { ChainGap } from "@/lib/payments/scan-progress.store";
import { explainedIncidents } from "@/lib/platform/incidents/incident-words";
import { refundTransition } from "@/lib/refunds/refund.rules";
import { confirmWithQuorum } from "./outgoing-quorum";
import { orphanLogs } from "./record-transfers";

/**
 * Completes the refunds whose payments are now final, within the caller's transaction, and advances their checkouts.
 *
 * @param ids of refund payments
 */
export async function completeRefunds(
  deps: RecordParts,
  tx: PaymentTransaction,
  ids: readonly string[],
): Promise<void> {
  const at = deps.clock.now();
  const payments = await tx.markRefundPaymentsFinal(ids, at);
  const checkoutIds = [...new Set(payments.map(({ checkoutId }) => checkoutId))];
  if (checkoutIds.length === 0) return;
  await tx.lockCheckouts(checkoutIds);
  const watched = await tx.lockRefunds(
    [],
    payments.flatMap(({ refundId }) => refundId ?? []),
  );
  const moves = watched.flatMap(({ refund: before }): RefundMove[] => {
    const payment = payments.find(({ refundId }) => refundId === before.id);
    const moved = refundTransition(before.status, { kind: "payment_final" });
    if (payment === undefined || moved.kind === "refused") {
      deps.log.error({ refundId: before.id, status: before.status }, "a refund does not match its payment");
      return [];
    }
    const { checkoutId, fromAccount, toAddress } = payment;
    return [
      {
        kind: "refund.completed",
        checkoutId,
        refund: { ...before, status: moved.status, txHash: payment.txHash, completedAt: at },
        payment: { ...payment, from: fromAccount, to: toAddress },
        lostUnits: 0n,
      },
    ];
  });
  await tx.saveRefunds(moves.flatMap(({ refund }) => refund ?? []));
  const incidents = await advanceCheckouts(deps, tx, checkoutIds, [], moves);
  for (const incident of incidents) deps.log.error({ incident }, explainedIncidents[incident.kind].title);
}

const pageSize = 500;

/**
 * Marks recorded logs of a chain that became final by its policy, and advances checkouts and refunds: DETECTED → PAID,
 * PAID → SETTLED, PROCESSING → COMPLETED. A transfer waits until its deposit address holds the booked balance; a sweep or
 * refund waits for a quorum of nodes.
 */
export async function confirmPayments(deps: ScanParts, chainId: number): Promise<void> {
  const position = await deps.positions.find(chainId);
  if (position === null) return;
  const head = chainHead(position, deps.clock.now());
  const chain = enabledChain(deps.chains, chainId);
  const policy = chain.confirmations;
  const gaps = await gapsOf(deps, position);

  for await (const page of awaiting(deps, "transfers", position)) {
    const final = page.filter((transfer) => {
      const decimals = decimalsOf(deps.chains, { chainId, tokenAddress: transfer.tokenAddress });
      const { amountUnits, confirmationSpeed, blockNumber } = transfer;
      const price = transfer.quotedUnits ?? 0n;
      const judged = amountUnits > price ? amountUnits : price;
      const requirement = paidRequirement(policy, confirmationSpeed, judged, decimals);
      return isFinal(requirement, blockNumber, head) && !isUnread(gaps, blockNumber);
    });
    const backed = await backedByBalance(deps, chain, position, final);
    await markFinalAndAdvance(deps, position, backed, "transfers");
  }
  for (const what of ["sweeps", "refund_payments"] as const) {
    for await (const page of awaiting(deps, what, position)) {
      const final = page.filter(
        ({ blockNumber }) => isFinal(policy.settle, blockNumber, head) && !isUnread(gaps, blockNumber),
      );
      const { confirmed, refuted } = await confirmWithQuorum(deps, chain, final);
      await orphanLogs(
        deps,
        chainId,
        refuted.map(({ id }) => id),
      );
      await markFinalAndAdvance(deps, position, confirmed, what);
    }
  }
}

/** A customer's hint may have recorded a log in a block that the scan has not read yet. */
async function gapsOf(deps: ScanParts, { chainId, gapReadThrough }: ChainPosition): Promise<ChainGap[]> {
  return gapReadThrough === null ? [] : deps.scanProgress.gaps(chainId);
}

function isUnread(gaps: readonly ChainGap[], blockNumber: bigint): boolean {
  return gaps.some(({ fromBlock, toBlock }) => fromBlock <= blockNumber && blockNumber <= toBlock);
}

/**
 * Transfers whose address holds the booked balance on the chain: a second check before a payment counts as final.
 * Without an answer from any node, none passes. Unlisted tokens never pay, and their balances prove nothing: only the
 * policy applies to them.
 */
async function backedByBalance(
  deps: ScanParts,
  chain: Chain,
  position: ChainPosition,
  final: readonly AwaitingFinality[],
): Promise<readonly AwaitingFinality[]> {
  const listed = new Set(chain.tokens.map(({ address }) => address));
  const unlisted = final.filter(({ tokenAddress }) => !listed.has(tokenAddress));
  const ours = final.filter(({ tokenAddress }) => listed.has(tokenAddress));
  const newest = ours.at(-1);
  if (newest === undefined) return unlisted;
  try {
    const comparisons = await reconcileBalances(
      deps,
      chain,
      position,
      await settledBlock(deps.positions, position, newest.blockNumber),
      ours.map(({ checkoutId }) => checkoutId),
      [...new Set(ours.map(({ tokenAddress }) => tokenAddress))],
    );
    const backed = ours.filter(({ checkoutId, tokenAddress }) => {
      const comparison = comparisons.get(depositKey(checkoutId, tokenAddress));
      return comparison === "equal" || comparison === "above";
    });
    return [...unlisted, ...backed];
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    deps.log.warn({ chainId: chain.chainId, error }, "payments wait: no node returns balances");
    return unlisted;
  }
}

async function markFinalAndAdvance(
  deps: RecordParts,
  position: ChainPosition,
  final: readonly AwaitingFinality[],
  what: LogTable,
): Promise<void> {
  if (final.length === 0) return;
  await deps.payments.transaction(async (tx) => {
    // A rewind meanwhile invalidates these results; a later pass repeats them.
    const current = await tx.lockPosition(position.chainId);
    if (current === null || current.blockNumber < position.blockNumber) return;
    const ids = final.map(({ id }) => id);
    if (what === "refund_payments") return completeRefunds(deps, tx, ids);
    const at = deps.clock.now();
    await (what === "transfers" ? tx.markTransfersFinal(ids, at) : tx.markSweepsFinal(ids, at));
    await advanceCheckouts(
      deps,
      tx,
      final.map(({ checkoutId }) => checkoutId),
    );
  });
}

async function* awaiting(
  { recordedLogs }: ScanParts,
  what: LogTable,
  { chainId, blockNumber }: ChainPosition,
): AsyncGenerator<AwaitingFinality[]> {
  let last: AwaitingFinality | null = null;
  for (;;) {
    const page: AwaitingFinality[] = await recordedLogs.awaitingFinality(
      what,
      chainId,
      blockNumber,
      last,
      pageSize,
    );
    if (page.length > 0) yield page;
    last = page.at(-1) ?? null;
    if (page.length < pageSize) return;
  }
}
