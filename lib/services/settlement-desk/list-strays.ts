import type { StrayHolding } from "@/lib/core/dashboard/holding-views";
import type { ProjectAccess } from "../access/project-access";
import type { HoldingDirectory } from "../ports/dashboard/holding-directory";

const shown = 100;

/** What lies at a project's deposit addresses and pays nothing there; `isMore`: there is more than is shown. */
export async function listStrays(
  { holdings }: { holdings: Pick<HoldingDirectory, "strays"> },
  { projectId }: ProjectAccess,
): Promise<{ strays: readonly StrayHolding[]; isMore: boolean }> {
  const found = await holdings.strays(projectId, shown + 1);
  return { strays: found.slice(0, shown), isMore: found.length > shown };
}
