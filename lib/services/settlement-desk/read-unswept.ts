import type { Chain } from "@/lib/core/chains";
import { highestFinalBlock } from "@/lib/core/confirmation-policy";
import type { UnsweptSum, WaitingSum } from "@/lib/core/dashboard/holding-views";
import type { ProjectAccess } from "../access/project-access";
import { chainHead } from "../confirm-payments";
import type { ChainSender } from "../ports/chain-sender";
import type { Clock } from "../ports/clock";
import type { HoldingDirectory } from "../ports/dashboard/holding-directory";
import type { PaymentStore } from "../ports/payment-store";
import type { Project, ProjectStore } from "../ports/project-store";
import type { GasSpent, SettlementStore } from "../ports/settlement-store";
import { projectNotFound } from "../projects/project-not-found";
import { settlementTerms } from "../settlement/settlement-terms";

export type ReadUnsweptDeps = {
  clock: Clock;
  chains: readonly Chain[];
  holdings: Pick<HoldingDirectory, "unswept" | "waiting">;
  payments: Pick<PaymentStore, "position">;
  projects: Pick<ProjectStore, "findById">;
  settlements: Pick<SettlementStore, "gasSpent">;
  sender: (chainId: number) => Pick<ChainSender, "chainId" | "operatorAddress">;
};

/** What a project has at its deposit addresses, by what rule it leaves them, and what that cost so far. */
export type Unswept = {
  policy: Project["settlementPolicy"];
  sums: readonly UnsweptSum[];
  /** False where there are more deposits than were added up. */
  isWhole: boolean;
  /** By chain, token and reason; of chains that are read. */
  waiting: readonly WaitingSum[];
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
  for (const chain of deps.chains.filter(({ chainId }) => holding.has(chainId)))
    waiting.push(...(await waitingOn(deps, projectId, chain)));
  return { policy: project.settlementPolicy, sums, isWhole, waiting, gas };
}

async function waitingOn(deps: ReadUnsweptDeps, projectId: string, chain: Chain): Promise<WaitingSum[]> {
  const position = await deps.payments.position(chain.chainId);
  const now = deps.clock.now();
  // Of a chain that was never read nothing is final.
  const settledUpTo =
    position === null ? null : highestFinalBlock(chain.confirmations.settle, chainHead(position, now));
  const terms = settlementTerms(deps, deps.sender(chain.chainId), settledUpTo ?? -1n);
  return deps.holdings.waiting(projectId, terms);
}
