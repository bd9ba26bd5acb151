import { CheckoutError } from "@/lib/core/errors";
import type { ProjectAccess } from "../access/project-access";
import type { SettlementDetails, SettlementDirectory } from "../ports/dashboard/settlement-directory";

/**
 * One of a project's settlements with each deposit in it.
 * @throws CheckoutError NOT_FOUND for an unknown id and, alike, for another project's
 */
export async function readProjectSettlement(
  { settlementDirectory }: { settlementDirectory: Pick<SettlementDirectory, "find"> },
  { projectId }: ProjectAccess,
  settlementId: string,
): Promise<SettlementDetails> {
  const settlement = await settlementDirectory.find(projectId, settlementId);
  if (settlement === null) throw new CheckoutError("NOT_FOUND", "There is no such settlement.");
  return settlement;
}
