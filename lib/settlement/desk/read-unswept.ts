import type { ProjectAccess } from "@/lib/projects/access/project-access";
import type { Project, ProjectStore } from "@/lib/projects/project.store";
import { projectNotFound } from "@/lib/projects/project-not-found";
import type { HoldingDirectory } from "@/lib/settlement/holding-directory.port";
import type { ClosedBatch, UnsweptSum, WaitingSum } from "@/lib/settlement/holding-views.rules";
import type { GasSpent, SettlementStore } from "@/lib/settlement/settlement-store.port";
import { type ClosedDeps, closedBatches, termsNow } from "./closed-batches";

export type ReadUnsweptDeps = ClosedDeps & {
  holdings: Pick<HoldingDirectory, "unswept" | "waiting">;
  projects: Pick<ProjectStore, "findById">;
  settlements: Pick<SettlementStore, "gasSpent">;
};

/** What a project has at its deposit addresses, by what rule it leaves them, and what that cost so far. */
export type Unswept = {
  policy: Project["settlementPolicy"];
  sums: readonly UnsweptSum[];
  /** False where there are more deposits than were added up. */
  isWhole: boolean;
  /** By chain, token and reason; of chains that are read. */
  waiting: readonly WaitingSum[];
  /** What only merchants' own wallets may sweep, a batch for each wallet and chain. */
  closed: readonly ClosedBatch[];
  gas: readonly GasSpent[];
};

/** The money that has not reached the merchant's wallet yet, and why. */
export async function readUnswept(deps: ReadUnsweptDeps, { projectId }: ProjectAccess): Promise<Unswept> {
  const [project, { sums, isWhole }, gas] = await Promise.all([
    deps.projects.findById(projectId),
    deps.holdings.unswept(projectId),
    deps.settlements.gasSpent(projectId),
  ]);
  if (project === null) throw projectNotFound();
  const holding = new Set(sums.map(({ chainId }) => chainId));
  const waiting: WaitingSum[] = [];
  const closed: ClosedBatch[] = [];
  for (const chain of deps.chains.filter(({ chainId }) => holding.has(chainId))) {
    const terms = await termsNow(deps, chain);
    waiting.push(...(await deps.holdings.waiting(projectId, terms)));
    closed.push(...(await closedBatches(deps, projectId, terms)));
  }
  return { policy: project.settlementPolicy, sums, isWhole, waiting, closed, gas };
}
