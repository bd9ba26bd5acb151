import type { Chain } from "@/lib/chain/chains.rules";
import type { ChainPosition, ScanPosition } from "@/lib/chain/scan-position.rules";
import type { TokenRef } from "@/lib/chain/token.rules";
import { sameToken } from "@/lib/chain/token.rules";
import { type Checkout, isTimeOver, stalledChainMs } from "@/lib/checkouts/checkout.rules";
import { type Advance, CheckoutDraft, type RefundMove } from "@/lib/checkouts/checkout-draft";
import type { CheckoutFacts } from "@/lib/checkouts/state/payment-matching.rules";
import type { Clock } from "@/lib/platform/clock";
import type { NewId } from "@/lib/platform/ids";
import type { Incident } from "@/lib/platform/incidents/incident-store.port";
import type { Quote } from "@/lib/rates/quote.rules";
import { isAcceptableAlone } from "./acceptance.rules";
import type { CheckoutTransaction } from "./checkout-advances.store";
import { requestAfter } from "./money-request.rules";
import { assessPayment, type Payment } from "./payment-matching.rules";
import { byCheckout, type TransferMove, transferEntry } from "./transfer-moves.rules";
import type { Trigger } from "./transition.rules";
import { decide, endsAcceptance } from "./transition.rules";

export type AdvanceDeps = { clock: Clock; newId: NewId; chains: readonly Chain[] };

/**
 * Moves each checkout as far as its facts allow, within the caller's transaction: status by compare-and-set, with sums,
 * timeline and events.
 *
 * @param moves the transfers that this batch added or removed, for the timelines
 * @param refundMoves changes of refunds in this batch, which lead to sums, timelines and events
 * @returns incidents for the operator
 */
export async function advanceCheckouts(
  deps: AdvanceDeps,
  tx: CheckoutTransaction,
  checkoutIds: readonly string[],
  moves: readonly TransferMove[] = [],
  refundMoves: readonly RefundMove[] = [],
): Promise<Incident[]> {
  if (checkoutIds.length === 0) return [];
  const locked = await tx.lockCheckouts([...new Set(checkoutIds)]);
  const positions = await tx.positions();
  const now = deps.clock.now();
  const movesOf = byCheckout(moves);
  const advances = locked.map((facts) =>
    advance(deps, facts, positions, now, {
      moves: movesOf.get(facts.checkout.id),
      refundMoves: refundMoves.filter(({ checkoutId }) => checkoutId === facts.checkout.id),
    }),
  );
  const changed = advances.filter((item): item is Advance => item !== null);
  await tx.saveAdvances(changed);
  return changed.flatMap(({ incidents }) => incidents ?? []);
}

/**
 * One checkout moved as far as its facts allow; null when nothing changes.
 *
 * @param input.requested a requested action, applied before the facts; it must be possible (`transition`)
 * @param input.moves the checkout's transfers that were just added or removed
 * @param input.refundMoves changes of its refunds
 */
export function advance(
  deps: Pick<AdvanceDeps, "newId" | "chains">,
  facts: CheckoutFacts,
  positions: ReadonlyMap<number, ChainPosition>,
  now: Date,
  { requested = null, moves = [], refundMoves = [] }: AdvanceInput = {},
): Advance | null {
  const before = facts.checkout;
  let payment = assessPayment(facts);
  const request = requestAfter(facts, payment, moves, deps.chains);
  const draft = new CheckoutDraft(deps.newId, { ...withPayment(facts, payment), ...request }, now);
  for (const move of moves)
    draft.timeline.push(transferEntry(move, { ...facts, checkout: draft.checkout }, now));
  for (const move of refundMoves) draft.refund(move);
  const timeOver = quotedPositions(facts.quotes, deps.chains, positions, now).every((position) =>
    isTimeOver(before.expiresAt, now, position),
  );

  if (isUnpaid(before.status) && payment.completedBy === null && payment.totalUnits > before.totalPaidUnits) {
    draft.tell("checkout.partially_paid", { totalPaid: payment.totalUnits.toString() }, { payment });
  }
  if (requested !== null) move(requested);
  for (let trigger = next(); trigger !== null; trigger = next()) move(trigger);

  function move(trigger: Trigger): void {
    if (draft.checkout.acceptedUnits !== null && endsAcceptance(trigger)) {
      const checkout = { ...draft.checkout, acceptedUnits: null };
      payment = assessPayment({ ...facts, checkout });
      draft.checkout = withPayment({ ...facts, checkout }, payment);
    }
    draft.move(trigger, payment);
  }

  function next(): Trigger | null {
    const quote = payment.quoteIndex === null ? undefined : facts.quotes[payment.quoteIndex];
    return decide(draft.checkout, payment, {
      sweptUnits: sweptUnits(facts, quote),
      refundReverted: draft.refundReverted,
      acceptsLate:
        facts.latePaymentPolicy === "ACCEPT" && before.status !== "LATE_PAID" && isAcceptableAlone(facts),
      timeOver,
    });
  }

  freezeIfShort(draft, facts, refundMoves);

  return draft.timeline.length === 0 && sameSums(before, draft.checkout) ? null : draft;
}

/** A part of the price that arrives here leads to no other event. */
function isUnpaid(status: Checkout["status"]): boolean {
  return status === "PENDING" || status === "EXPIRED" || status === "CANCELLED";
}

/** Input besides the facts. */
type AdvanceInput = {
  requested?: Trigger | null;
  moves?: readonly TransferMove[] | undefined;
  refundMoves?: readonly RefundMove[] | undefined;
};

/**
 * The checkout with the terms of the completed quote, and with the sums of its payment and refunds in that quote's
 * token: refunds in another token return none of this payment.
 */
function withPayment({ checkout, quotes, refunded, refunding }: CheckoutFacts, payment: Payment): Checkout {
  const quote = payment.quoteIndex === null ? undefined : quotes[payment.quoteIndex];
  return {
    ...checkout,
    ...(quote === undefined
      ? {}
      : {
          chainId: quote.chainId,
          tokenAddress: quote.tokenAddress,
          amountUnits: quote.amountUnits,
          exchangeRateUsed: quote.exchangeRate,
          exchangeRateAt: quote.exchangeRateAt,
          exchangeRateProvider: quote.exchangeRateProvider,
        }),
    totalPaidUnits: payment.totalUnits,
    paidUnits: payment.finalUnits,
    refundedUnits: unitsOf(refunded, quote),
    refundingUnits: unitsOf(refunding, quote),
    paymentTxHash: payment.completedBy?.txHash ?? null,
  };
}

function unitsOf(sums: CheckoutFacts["refunded"], token: TokenRef | undefined): bigint {
  if (token === undefined) return 0n;
  return sums.find((sum) => sameToken(sum, token))?.amountUnits ?? 0n;
}

/** For a chain that no node has shown yet: anything on it is unseen. */
const neverScanned: ScanPosition = {
  blockTimestamp: new Date(0),
  advancedAt: new Date(0),
  checkedAt: new Date(0),
  gapReadThrough: null,
};

/**
 * The scanned position of each chain that was selected; a checkout without a chain depends on the clock alone. A chain
 * that was removed from the settings is no longer scanned: we wait ten minutes for it. We don't wait for chains that
 * were only offered: a payment in time that is found there later still pays (EXPIRED → DETECTED).
 */
function quotedPositions(
  quotes: readonly Quote[],
  chains: readonly Chain[],
  positions: ReadonlyMap<number, ChainPosition>,
  now: Date,
): (ScanPosition | null)[] {
  const selected = quotes.filter(({ offered }) => offered !== true);
  const chainIds = new Set(selected.map(({ chainId }) => chainId));
  if (chainIds.size === 0) return [null];
  const enabled = new Set(chains.map(({ chainId }) => chainId));
  return [...chainIds].map((chainId) =>
    enabled.has(chainId)
      ? (positions.get(chainId) ?? neverScanned)
      : { ...neverScanned, blockTimestamp: new Date(now.getTime() - stalledChainMs) },
  );
}

/** Refunds now exceed what was received: a reorg took a part of it, or more was sent back. */
function freezeIfShort(draft: CheckoutDraft, facts: CheckoutFacts, refundMoves: readonly RefundMove[]): void {
  const { checkout: before, returned, transfers } = facts;
  const sent = refundMoves.findLast(({ kind }) => kind === "refund.sent" || kind === "refund.unasked");
  if (isShort(draft.checkout) && !isShort(before)) {
    const { totalPaidUnits, tokenAddress, chainId } = draft.checkout;
    const isSame = tokenAddress === before.tokenAddress && chainId === before.chainId;
    const kind = isSame && totalPaidUnits >= before.totalPaidUnits ? "OVER_REFUNDED" : "PAYMENT_REVERTED";
    const about = kind === "OVER_REFUNDED" && sent !== undefined ? sentDetails(sent) : {};
    if (draft.incidents.every((incident) => incident.kind !== kind)) draft.freeze(kind, before.status, about);
  }
  const lost = returned.find((sum) => sum.amountUnits > setAsideUnits(transfers, sum, "returned"));
  if (lost !== undefined && !draft.checkout.settlementFrozen)
    draft.freeze("PAYMENT_REVERTED", before.status, strayDetails(facts, lost));
  for (const move of refundMoves) {
    const { kind, payment } = move;
    if (kind !== "refund.stray" || payment === null) continue;
    // A deposit address pays what it holds: more is gone only when the wallet returned it, too.
    const units = unitsOf(returned, payment) + payment.amountUnits;
    if (units > receivedUnits(transfers, payment))
      draft.freeze("OVER_REFUNDED", before.status, { ...strayDetails(facts, payment), ...sentDetails(move) });
  }
}

function sentDetails({ refund, payment }: RefundMove): Incident["details"] {
  return { refundId: refund?.id ?? null, txHash: payment?.txHash ?? null };
}

function strayDetails(
  { transfers, returned }: CheckoutFacts,
  { chainId, tokenAddress }: TokenRef,
): TokenRef & Incident["details"] {
  const token = { chainId, tokenAddress };
  return {
    ...token,
    amountUnits: null,
    totalPaidUnits: receivedUnits(transfers, token).toString(),
    refundedUnits: "0",
    refundingUnits: unitsOf(returned, token).toString(),
  };
}

function isShort({ totalPaidUnits, refundedUnits, refundingUnits }: Checkout): boolean {
  return refundedUnits + refundingUnits > totalPaidUnits;
}

/** Sweeps of the payment, without earlier sweeps of stray money. */
function sweptUnits({ sweptFinal, transfers }: CheckoutFacts, quote: Quote | undefined): bigint {
  return quote === undefined ? 0n : unitsOf(sweptFinal, quote) - setAsideUnits(transfers, quote, "swept");
}

function receivedUnits(transfers: CheckoutFacts["transfers"], token: TokenRef): bigint {
  return transfers.reduce(
    (units, transfer) => (sameToken(transfer, token) ? units + transfer.amountUnits : units),
    0n,
  );
}

function setAsideUnits(
  transfers: CheckoutFacts["transfers"],
  token: TokenRef,
  fate: "returned" | "swept",
): bigint {
  return transfers.reduce(
    (units, transfer) =>
      transfer.setAside === fate && sameToken(transfer, token) ? units + transfer.amountUnits : units,
    0n,
  );
}

function sameSums(a: Checkout, b: Checkout): boolean {
  return (
    a.settlementFrozen === b.settlementFrozen &&
    a.totalPaidUnits === b.totalPaidUnits &&
    a.paidUnits === b.paidUnits &&
    a.refundedUnits === b.refundedUnits &&
    a.refundingUnits === b.refundingUnits &&
    a.paymentTxHash === b.paymentTxHash &&
    a.chainId === b.chainId &&
    a.tokenAddress === b.tokenAddress &&
    a.amountUnits === b.amountUnits
  );
}
