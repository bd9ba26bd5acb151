import type { Chain } from "@/lib/chain/chains.rules";
import type { ProjectAccess } from "@/lib/projects/access/project-access";
import type { ProjectStore } from "@/lib/projects/project.store";
import { projectNotFound } from "@/lib/projects/project-not-found";
import { acceptedTokens } from "./create-checkout";

/** A network on which the project accepts tokens, with those. */
type PayableChain = {
  chainId: number;
  name: string;
  tokens: readonly { address: string; symbol: string }[];
};

/** Where the project's customers can pay, in the order of the chain list. */
export async function payableChains(
  { chains, projects }: { chains: readonly Chain[]; projects: Pick<ProjectStore, "findById"> },
  access: ProjectAccess,
): Promise<PayableChain[]> {
  const project = await projects.findById(access.projectId);
  if (project === null) throw projectNotFound();
  const accepted = acceptedTokens(chains, project);
  return chains.flatMap(({ chainId, name }) => {
    const tokens = accepted.filter(({ chain }) => chain.chainId === chainId).map(({ token }) => token);
    if (tokens.length === 0) return [];
    return [{ chainId, name, tokens: tokens.map(({ address, symbol }) => ({ address, symbol })) }];
  });
}
