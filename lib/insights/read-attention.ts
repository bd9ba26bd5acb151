import type { ProjectAccess } from "@/lib/projects/access/project-access";
import { type TermsNowDeps, termsNow } from "@/lib/settlement/desk/closed-batches";
import type { HoldingDirectory } from "@/lib/settlement/holding-directory.port";
import {
  type AttentionStore,
  attentionMost,
  type DepositCounts,
  type ProjectIncident,
  type WaitingCounts,
  type WaitingWallet,
} from "./attention-store.port";

export type ReadAttentionDeps = TermsNowDeps & {
  attention: AttentionStore;
  holdings: Pick<HoldingDirectory, "closed">;
};

/** What somebody has to look at in a project; counts go up to `attentionMost`, which stands for that or more. */
export type Attention = WaitingCounts &
  Omit<DepositCounts, "chainIds"> & {
    /** Deposits that only the merchant's own wallet can sweep. */
    closed: number;
    incidents: readonly ProjectIncident[];
    waitingWallet: WaitingWallet | null;
  };

const incidentsShown = 20;

/** All that needs attention in a project, for the overview and the numbers beside the navigation. */
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
    attention.incidents(projectId, incidentsShown),
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
  const sums = await Promise.all(
    deps.chains
      .filter(({ chainId }) => chainIds.includes(chainId))
      .map(async (chain) => deps.holdings.closed(projectId, await termsNow(deps, chain))),
  );
  const deposits = sums.flat().reduce((total, sum) => total + sum.deposits, 0);
  return Math.min(deposits, attentionMost);
}
