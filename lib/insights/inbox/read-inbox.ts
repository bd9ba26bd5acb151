import { checkoutCursors } from "@/lib/checkouts/dashboard/checkout-views.rules";
import type { InsightParts } from "@/lib/insights/insights.parts";
import { movedNow, ratesFor } from "@/lib/payments/accept-payment";
import { type ListPart, placeOf, type SearchParams } from "@/lib/platform/lists/list-place.rules";
import type { ProjectAccess } from "@/lib/projects/project-access";
import { termsNow } from "@/lib/settlement/dashboard/sweep-now";
import { listStrays } from "@/lib/strays/list-strays";
import { strayCursors } from "@/lib/strays/stray.rules";
import {
  decisionsForRule,
  type InboxItem,
  type InboxKind,
  inboxKinds,
  offeredRule,
  waitingMost,
} from "./inbox.rules";

/** A page of one kind, whose neighbours are named by text. */
export type InboxPart = ListPart<InboxItem, string>;

const perPage = 25;

/** A page of one kind, newest first. The URL names the place in the cursor of that kind. */
export async function readInboxOf(
  deps: InsightParts,
  access: ProjectAccess,
  kind: InboxKind,
  params: SearchParams,
): Promise<InboxPart> {
  const { projectId } = access;
  switch (kind) {
    case "late":
    case "partial": {
      const place = placeOf(params, checkoutCursors);
      const status = kind === "late" ? "LATE_PAID" : "EXPIRED";
      const found = await deps.holdings.latePayments.page(projectId, { status }, place, perPage);
      const part = withText(found, checkoutCursors.write);
      if (kind === "partial") return mapped(part, (each) => ({ kind, part: each }));
      const rates = await ratesFor(deps, found.items);
      return mapped(part, (late) => ({
        kind,
        late: { ...late, movedBps: movedNow(deps.chains, rates, late) },
      }));
    }
    case "over": {
      const place = placeOf(params, checkoutCursors);
      const part = await deps.inbox.over.page(projectId, {}, place, perPage);
      return mapped(withText(part, checkoutCursors.write), (over) => ({ kind, over }));
    }
    case "stray": {
      const part = await listStrays(deps, access, placeOf(params, strayCursors), perPage);
      return mapped(withText(part, strayCursors.write), (stray) => ({ kind, stray }));
    }
    case "stuck": {
      const place = placeOf(params, strayCursors);
      const part = await deps.inbox.stuck.page(projectId, {}, place, perPage);
      return mapped(withText(part, strayCursors.write), (stuck) => ({ kind, stuck }));
    }
    default:
      return kind satisfies never;
  }
}

/** The first page of every kind, and where there is more. */
export async function readInbox(
  deps: InsightParts,
  access: ProjectAccess,
): Promise<{ items: readonly InboxItem[]; more: readonly InboxKind[] }> {
  const parts = await Promise.all(inboxKinds.map((kind) => readInboxOf(deps, access, kind, {})));
  return {
    items: parts.flatMap(({ items }) => items),
    more: inboxKinds.filter((_, index) => parts[index]?.older !== null),
  };
}

/** How much waits in the inbox of a member; each at most `waitingMost`, which means that or more. */
export type Waiting = Record<InboxKind, number> & {
  /** Refunds to approve or to sign, and those without the customer's address. */
  refunds: number;
  /** Webhook endpoints that fail, or were disabled for it. */
  endpoints: number;
  /** Deposits that only the merchant's own wallet can sweep. */
  closed: number;
  /** Wallets of the service that are low on gas, where the shop is its operator. */
  gas: number;
};

export async function countWaiting(deps: InsightParts, access: ProjectAccess): Promise<Waiting> {
  const { projectId } = access;
  const { chains, tasks, waiting } = deps;
  const listed = chains.flatMap(({ chainId, tokens }) =>
    tokens.map(({ address }) => ({ chainId, tokenAddress: address })),
  );
  const [cases, deposits, others, gas] = await Promise.all([
    waiting.inboxCounts(projectId),
    waiting.depositCounts(projectId, listed),
    waiting.waitingCounts(projectId),
    access.may("settlementWallet.change") ? tasks.gas() : [],
  ]);
  const atMost = (count: number) => Math.min(count, waitingMost);
  return {
    ...cases,
    // A waiting return is counted as a refund.
    stray: Math.max(0, deposits.strayFunds - others.strayReturns),
    stuck: atMost(deposits.frozen + deposits.parked),
    refunds: others.refunds,
    endpoints: access.may("webhooks.manage") ? others.endpoints : 0,
    gas: gas.length,
    closed: atMost(await countClosed(deps, projectId, deposits.chainIds)),
  };
}

/** By the rule of the settlements page, so that both show the same deposits. */
async function countClosed(
  deps: InsightParts,
  projectId: string,
  chainIds: readonly number[],
): Promise<number> {
  const closed = await Promise.all(
    deps.chains
      .filter(({ chainId }) => chainIds.includes(chainId))
      .map(async (chain) => deps.holdings.closed(projectId, await termsNow(deps, chain))),
  );
  return closed.flat().length;
}

/** The project's rule for late payments, and the one that its last decisions suggest. */
export async function readRule(
  { inbox, settings }: InsightParts,
  { projectId }: ProjectAccess,
): Promise<{ rule: number | null; offered: number | null }> {
  const [found, decisions] = await Promise.all([
    settings.find(projectId),
    inbox.lateDecisions(projectId, decisionsForRule),
  ]);
  if (found === null || found.latePaymentPolicy !== "HOLD") return { rule: null, offered: null };
  const { lateAcceptBps: rule } = found;
  return { rule, offered: rule === null ? offeredRule(decisions) : null };
}

function withText<Item, Cursor>(
  { items, newer, older }: ListPart<Item, Cursor>,
  write: (cursor: Cursor) => string,
): ListPart<Item, string> {
  const textOf = (place: typeof newer) =>
    place === null || place.kind === "first" ? place : { ...place, cursor: write(place.cursor) };
  return { items, newer: textOf(newer), older: textOf(older) };
}

function mapped<Item>(part: ListPart<Item, string>, toItem: (item: Item) => InboxItem): InboxPart {
  return { ...part, items: part.items.map(toItem) };
}
