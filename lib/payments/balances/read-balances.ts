import type { Acting } from "@/lib/projects/project-access";
import type { TokenBalance } from "./balances.schema";
import type { ProjectBalances } from "./project-balances.store";

/** A project's money by chain and token, from the ledger. */
export function readBalances(
  { projectBalances }: { projectBalances: ProjectBalances },
  { projectId }: Acting,
): Promise<TokenBalance[]> {
  return projectBalances.of(projectId);
}
