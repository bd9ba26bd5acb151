import type { Chain } from "@/lib/core/chains";
import type { ProjectAccess } from "../access/project-access";
import type { Clock } from "../ports/clock";
import type {
  AttentionStore,
  DepositCounts,
  ProjectIncident,
  WaitingCounts,
  WaitingWallet,
} from "../ports/dashboard/attention-store";

export type ReadAttentionDeps = { clock: Clock; chains: readonly Chain[]; attention: AttentionStore };

/** What somebody has to look at in a project; counts go up to `attentionMost`, which stands for that or more. */
export type Attention = WaitingCounts &
  DepositCounts & { incidents: readonly ProjectIncident[]; waitingWallet: WaitingWallet | null };

const incidentsShown = 20;
/** As long as settlement itself leaves a deposit alone after a sweep that failed. */
const failedMs = 24 * 60 * 60_000;

/** All that needs attention in a project, for the overview and the numbers beside the navigation. */
export async function readAttention(
  { clock, chains, attention }: ReadAttentionDeps,
  { projectId }: ProjectAccess,
): Promise<Attention> {
  const listed = chains.flatMap(({ chainId, tokens }) =>
    tokens.map(({ address }) => ({ chainId, tokenAddress: address })),
  );
  const failedSince = new Date(clock.now().getTime() - failedMs);
  const [waiting, deposits, incidents, waitingWallet] = await Promise.all([
    attention.waitingCounts(projectId),
    attention.depositCounts(projectId, listed, failedSince),
    attention.incidents(projectId, incidentsShown),
    attention.waitingWallet(projectId),
  ]);
  return { ...waiting, ...deposits, incidents, waitingWallet };
}
