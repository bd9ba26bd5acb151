import type { Chain } from "@/lib/chain/chains.rules";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import type { CheckoutSearchStore } from "@/lib/checkouts/dashboard/checkout-search.store";
import { readCheckoutList } from "@/lib/checkouts/dashboard/checkout-views.rules";
import { utc } from "@/lib/platform/i18n/time-zone.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { Decimal } from "@/lib/platform/values/money.rules";
import type { ProjectAccess } from "@/lib/projects/project-access";
import type { HoldingStore } from "@/lib/settlement/dashboard/holding.store";
import { type TermsNowDeps, termsNow } from "@/lib/settlement/dashboard/sweep-now";
import type {
  AttentionStore,
  DepositCounts,
  OverviewStore,
  ProjectIncident,
  WaitingCounts,
  WaitingWallet,
} from "./overview.store";
import { attentionMost, type Counted, type OverviewFigures, overviewFigures } from "./overview-figures.rules";
import { listedSums, type Revenue, revenueOf, type TokenSum, totalOf } from "./overview-money.rules";
import type { OverviewRange } from "./overview-range.rules";
import type { ProjectHourStore } from "./project-hours.store";

export type ReadOverviewDeps = {
  chains: readonly Chain[];
  overview: OverviewStore;
  projectHours: Pick<ProjectHourStore, "countedAt">;
  holdings: Pick<HoldingStore, "unswept">;
};

export type Overview = OverviewFigures & {
  /** The time up to which the figures count; null before the first count. */
  countedAt: Date | null;
  revenue: { now: Revenue; previous: Revenue };
  /** At deposit addresses now, in listed tokens. */
  held: MoneyPlace;
  /** Settled in the range. */
  settled: MoneyPlace;
};

/** Money by chain and token, and its total; not whole when there are more deposits than were summed. */
type MoneyPlace = { sums: readonly TokenSum[]; total: Decimal; isWhole: boolean };

/** A project's activity in a range of days, and in as many days before. */
export async function readOverview(
  { chains, overview, projectHours, holdings }: ReadOverviewDeps,
  { projectId }: ProjectAccess,
  range: OverviewRange,
): Promise<Overview> {
  const [counted, previous, countedAt, refunded, refundedBefore, held, settled] = await Promise.all([
    overview.steps(projectId, range),
    overview.totals(projectId, range.previous),
    projectHours.countedAt(),
    overview.refunded(projectId, range),
    overview.refunded(projectId, range.previous),
    holdings.unswept(projectId),
    overview.settled(projectId, range),
  ]);
  const place = ({ sums, isWhole }: { sums: readonly TokenSum[]; isWhole: boolean }): MoneyPlace => ({
    sums: listedSums(chains, sums),
    total: totalOf(chains, sums),
    isWhole,
  });
  return {
    ...overviewFigures(chains, range, counted, previous),
    countedAt,
    revenue: {
      now: revenueOf(chains, counted.map(paidSum), refunded),
      previous: revenueOf(chains, previous.map(paidSum), refundedBefore),
    },
    held: place(held),
    settled: place(settled),
  };
}

function paidSum({ chainId, tokenAddress, paidUnits }: Counted): TokenSum {
  return { chainId, tokenAddress: tokenAddress as Hex, units: paidUnits };
}

export type ReadAttentionDeps = TermsNowDeps & {
  attention: AttentionStore;
  holdings: Pick<HoldingStore, "closed">;
};

/** What needs attention in a project; counts go up to `attentionMost`, which means that or more. */
export type Attention = WaitingCounts &
  Omit<DepositCounts, "chainIds"> & {
    /** Deposits that only the merchant's own wallet can sweep. */
    closed: number;
    incidents: readonly ProjectIncident[];
    waitingWallet: WaitingWallet | null;
  };

const maxIncidents = 20;

/** Everything that needs attention in a project, for the overview and the numbers in the navigation. */
export async function readAttention(
  deps: ReadAttentionDeps,
  { projectId }: ProjectAccess,
): Promise<Attention> {
  const { chains, attention } = deps;
  const listed = chains.flatMap(({ chainId, tokens }) =>
    tokens.map(({ address }) => ({ chainId, tokenAddress: address })),
  );
  const [waiting, { chainIds, ...deposits }, incidents, waitingWallet] = await Promise.all([
    attention.waitingCounts(projectId),
    attention.depositCounts(projectId, listed),
    attention.incidents(projectId, maxIncidents),
    attention.waitingWallet(projectId),
  ]);
  const closed = await countClosed(deps, projectId, chainIds);
  return { ...waiting, ...deposits, closed, incidents, waitingWallet };
}

/** By the rule of the settlements page, so that both show the same deposits. */
async function countClosed(
  deps: ReadAttentionDeps,
  projectId: string,
  chainIds: readonly number[],
): Promise<number> {
  const closed = await Promise.all(
    deps.chains
      .filter(({ chainId }) => chainIds.includes(chainId))
      .map(async (chain) => deps.holdings.closed(projectId, await termsNow(deps, chain))),
  );
  return Math.min(closed.flat().length, attentionMost);
}

/** How many refunds wait for whom; each at most `bound`, which means that or more. */
export async function countWaitingRefunds(
  { attention }: { attention: Pick<AttentionStore, "waitingCounts"> },
  { projectId }: ProjectAccess,
): Promise<{ approval: number; address: number; signature: number; bound: number }> {
  const waiting = await attention.waitingCounts(projectId);
  return {
    approval: waiting.refundsAwaitingApproval,
    address: waiting.refundsAwaitingAddress,
    signature: waiting.refundsAwaitingSignature,
    bound: attentionMost,
  };
}

const most = 6;

/** The newest checkouts of a project with this id, address, transaction hash or reference. */
export async function searchCheckouts(
  { checkoutSearch }: { checkoutSearch: Pick<CheckoutSearchStore, "page"> },
  { projectId }: ProjectAccess,
  text: string,
): Promise<readonly Checkout[]> {
  const { filter } = readCheckoutList({ q: text }, utc);
  if (filter.search === null) return [];
  return checkoutSearch.page(projectId, filter, { kind: "first" }, most);
}
