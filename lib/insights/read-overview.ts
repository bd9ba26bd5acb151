import type { Hex } from "@/lib/platform/values/hex.rules";
import type { ProjectAccess } from "@/lib/projects/project-access";
import type { InsightParts } from "./insights.parts";
import {
  type Counted,
  type Overview,
  overviewFigures,
  revenueOf,
  type TokenSum,
} from "./overview-figures.rules";
import { type OverviewRange, presentSpans, type Span } from "./overview-range.rules";

/** A project's activity in a range of days, and its revenue today and this month. */
export async function readOverview(
  { chains, clock, overview, projectHours }: InsightParts,
  { projectId }: ProjectAccess,
  range: OverviewRange,
  timeZone: string,
): Promise<Overview> {
  const spans = presentSpans(clock.now(), timeZone);
  const revenueIn = async (span: Span) => {
    const [counted, refunded] = await Promise.all([
      overview.totals(projectId, span),
      overview.refunded(projectId, span),
    ]);
    return revenueOf(chains, counted.map(paidSum), refunded);
  };
  const [counted, countedAt, today, month] = await Promise.all([
    overview.steps(projectId, range),
    projectHours.countedAt(),
    revenueIn(spans.today),
    revenueIn(spans.month),
  ]);
  return { ...overviewFigures(chains, range, counted), countedAt, today, month };
}

function paidSum({ chainId, tokenAddress, paidUnits }: Counted): TokenSum {
  return { chainId, tokenAddress: tokenAddress as Hex, units: paidUnits };
}
