import type { StrayCursor, StrayHolding } from "@/lib/checkouts/stray-holding.rules";
import { type ListPart, type Place, toPart } from "@/lib/platform/lists/list-place.rules";
import type { ProjectAccess } from "@/lib/projects/access/project-access";
import type { HoldingDirectory } from "@/lib/settlement/holding-directory.port";

const perPage = 25;

/**
 * A part of what lies at a project's deposit addresses and pays nothing there, newest checkout first. Where strays are
 * rare it may be short, or empty, and still go on.
 */
export async function listStrays(
  { holdings }: { holdings: Pick<HoldingDirectory, "strays"> },
  { projectId }: ProjectAccess,
  place: Place<StrayCursor>,
  take = perPage,
): Promise<ListPart<StrayHolding, StrayCursor>> {
  const { strays, lookedTo } = await holdings.strays(projectId, place, take + 1);
  const part = toPart(strays, place, take, ({ checkoutId, chainId, tokenAddress }) => ({
    checkoutId,
    chainId,
    tokenAddress,
  }));
  if (lookedTo === null || strays.length > take) return part;
  const beyond = { kind: "after", cursor: lookedTo } as const;
  return place.kind === "before"
    ? { ...part, newer: { kind: "before", cursor: lookedTo }, older: part.older ?? beyond }
    : { ...part, older: beyond };
}
