import { type Chain, findToken } from "@/lib/chain/chains.rules";
import type { TokenRef } from "@/lib/chain/token.rules";
import { bpsOf } from "@/lib/checkouts/state/acceptance.rules";
import { type ListCursor, type SearchParams, wordOf } from "@/lib/platform/lists/list-place.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { LatePayment } from "@/lib/settlement/dashboard/settlement-views.rules";
import { possibleDecisions, type StrayCursor, type StrayHolding } from "@/lib/strays/stray.rules";

/** Counts stop here: 100 means "100 or more". */
export const waitingMost = 100;

/** Kinds of money that went wrong, in the order of the page. */
export const inboxKinds = ["late", "partial", "over", "stray", "stuck"] as const;
export type InboxKind = (typeof inboxKinds)[number];

/** The kind that the URL names; null for all. */
export function readInboxKind(params: SearchParams): InboxKind | null {
  return wordOf(params, "kind", inboxKinds);
}

/** A paid checkout that received more than its price, or a cancelled or refunded one that received any more. */
export type Overpayment = TokenRef &
  ListCursor & {
    referenceId: string | null;
    itemName: string | null;
    amountUnits: bigint;
    paidUnits: bigint;
    /** The part that can be refunded. */
    excessUnits: bigint;
    orderState: "paid" | "cancelled" | "refunded";
    /** The customer requested it back. */
    isRequested: boolean;
  };

/** Money that cannot leave its deposit address. */
export type StuckDeposit = Omit<StrayCursor, "tokenAddress"> & {
  tokenAddress: Hex;
  createdAt: Date;
  referenceId: string | null;
  itemName: string | null;
  units: bigint;
  /** A reorg took a payment that had counted: the operator reviews it first. */
  isFrozen: boolean;
};

/** By how much the price in tokens rose since it was fixed; null when no rate is known. */
type Moved = { movedBps: number | null };

export type InboxItem =
  | { kind: "late"; late: LatePayment & Moved }
  | { kind: "partial"; part: LatePayment }
  | { kind: "over"; over: Overpayment }
  | { kind: "stray"; stray: StrayHolding }
  | { kind: "stuck"; stuck: StuckDeposit };

/** What a member can do with one of them; each is one action of the dashboard. */
export type InboxAct = "accept" | "refund" | "keep" | "count" | "return" | "sweep" | "retry";

/** Whether it may be decided together with others, unread: not if a person decides, or the customer asked about it. */
export function isRoutine({ act, why }: Advice): boolean {
  return act !== null && why !== "requested";
}

export type Advice = {
  /** Null when only a person can decide. */
  act: InboxAct | null;
  why:
    | "cancelled"
    | "requested"
    | "replaced"
    | "partly_returned"
    | "price_same"
    | "price_held"
    | "price_moved"
    | "rate_unknown"
    | "almost_whole"
    | "too_short"
    | "small"
    | "excess"
    | "covers_price"
    | "other_token"
    | "unlisted"
    | "own_wallet"
    | "waits"
    | "refused"
    | "frozen";
};

/** A late payment whose price moved, or a part that is short, by more than this is worth a refund. */
const mostMovedBps = 100;
const mostShortBps = 200;

/** @param movedBps by how much the price in tokens rose since it was fixed; null when no rate is known */
export function adviseLate(late: LatePayment, movedBps: number | null): Advice {
  if (late.isRequested) return { act: "refund", why: "requested" };
  if (late.cancelledAt !== null) return { act: "refund", why: "cancelled" };
  if (late.isReplaced) return { act: "refund", why: "replaced" };
  if (late.goesBack) return { act: "refund", why: "partly_returned" };
  if (movedBps === null) return { act: null, why: "rate_unknown" };
  if (movedBps === 0) return { act: "accept", why: "price_same" };
  return movedBps <= mostMovedBps
    ? { act: "accept", why: "price_held" }
    : { act: "refund", why: "price_moved" };
}

export function advisePart(part: LatePayment): Advice {
  if (part.isRequested) return { act: "refund", why: "requested" };
  if (part.isReplaced) return { act: "refund", why: "replaced" };
  if (part.goesBack) return { act: "refund", why: "partly_returned" };
  return shortBps(part) <= mostShortBps
    ? { act: "accept", why: "almost_whole" }
    : { act: "refund", why: "too_short" };
}

export function shortBps({ amountUnits, totalPaidUnits }: LatePayment): number {
  return totalPaidUnits >= amountUnits ? 0 : bpsOf(amountUnits - totalPaidUnits, amountUnits);
}

/** Sending back less than a tenth of a token costs more than it returns. */
export function adviseExcess(over: Overpayment, chains: readonly Chain[]): Advice {
  if (over.isRequested) return { act: "refund", why: "requested" };
  const decimals = findToken(chains, over)?.token.decimals ?? 0;
  return over.excessUnits * 10n < 10n ** BigInt(decimals)
    ? { act: "keep", why: "small" }
    : { act: "refund", why: "excess" };
}

export function adviseStray(stray: StrayHolding, chains: readonly Chain[]): Advice {
  if (stray.frozen) return { act: null, why: "frozen" };
  if (stray.tokenAddress === null) return { act: null, why: "own_wallet" };
  const possible = possibleDecisions(stray, chains);
  if (possible.length === 0) return { act: null, why: "waits" };
  if (findToken(chains, { ...stray, tokenAddress: stray.tokenAddress }) === null)
    return { act: null, why: "unlisted" };
  if (stray.isRequested) return { act: "return", why: "requested" };
  return possible.includes("count") && stray.checkoutStatus !== "CANCELLED"
    ? { act: "count", why: "covers_price" }
    : { act: "return", why: "other_token" };
}

export function adviseStuck({ isFrozen }: StuckDeposit): Advice {
  return isFrozen ? { act: null, why: "frozen" } : { act: "retry", why: "refused" };
}

/** So many equal decisions in a row are worth a rule. */
export const decisionsForRule = 3;

const offeredBps = [50, 100, 200, 500];

/**
 * The rule that the last decisions on late payments suggest: accept up to this many basis points; null for none.
 *
 * @param decisions by how much the price of an accepted payment had risen; null for a refunded one
 */
export function offeredRule(decisions: readonly (number | null)[]): number | null {
  if (decisions.length < decisionsForRule) return null;
  const accepted = decisions.flatMap((movedBps) => movedBps ?? []);
  if (accepted.length < decisions.length) return null;
  const most = Math.max(...accepted);
  return offeredBps.find((bps) => most <= bps) ?? null;
}
