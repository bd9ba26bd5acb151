import type { Chain } from "@/lib/chain/chains.rules";
import { type OverviewFigures, overviewFigures } from "@/lib/core/dashboard/overview-figures";
import type { OverviewRange } from "@/lib/core/dashboard/overview-range";
import type { ProjectAccess } from "@/lib/projects/access/project-access";
import type { OverviewStore } from "../ports/dashboard/overview-store";
import type { ProjectHourStore } from "../ports/dashboard/project-hours";

export type ReadOverviewDeps = {
  chains: readonly Chain[];
  overview: OverviewStore;
  projectHours: Pick<ProjectHourStore, "countedAt">;
};

export type Overview = OverviewFigures & {
  /** Up to when the figures count; null before anything was counted. */
  countedAt: Date | null;
};

/** What happened in a project in a range of days, and in as many days before. */
export async function readOverview(
  { chains, overview, projectHours }: ReadOverviewDeps,
  { projectId }: ProjectAccess,
  range: OverviewRange,
): Promise<Overview> {
  const [counted, previous, countedAt] = await Promise.all([
    overview.steps(projectId, range),
    overview.totals(projectId, range.previous),
    projectHours.countedAt(),
  ]);
  return { ...overviewFigures(chains, range, counted, previous), countedAt };
}
