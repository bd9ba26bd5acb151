import type { Chain } from "@/lib/chain/chains.rules";
import type { ProjectAccess } from "@/lib/projects/access/project-access";
import type { OverviewStore } from "./overview.store";
import { type OverviewFigures, overviewFigures } from "./overview-figures.rules";
import type { OverviewRange } from "./overview-range.rules";
import type { ProjectHourStore } from "./project-hours.store";

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
