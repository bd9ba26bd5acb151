import type { Hex } from "@/lib/platform/values/hex.rules";
import type { Decimal } from "@/lib/platform/values/money.rules";
import type { ProjectAccess } from "@/lib/projects/project-access";
import type { InsightParts } from "./insights.parts";
import {
  type Counted,
  listedSums,
  type OverviewFigures,
  overviewFigures,
  type Revenue,
  revenueOf,
  type TokenSum,
  totalOf,
} from "./overview-figures.rules";
import type { OverviewRange } from "./overview-range.rules";

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
  { chains, overview, projectHours, holdings }: InsightParts,
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
