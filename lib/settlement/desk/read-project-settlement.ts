import { CheckoutError } from "@/lib/platform/errors.rules";
import { hasIdForm } from "@/lib/platform/ids.rules";
import type { ProjectAccess } from "@/lib/projects/access/project-access";
import type { SettlementDirectory } from "@/lib/settlement/settlement-directory.store";
import type { SettlementDetails } from "@/lib/settlement/settlement-views.rules";

/**
 * One of a project's settlements with each deposit in it.
 * @throws CheckoutError NOT_FOUND for an unknown id and, alike, for another project's
 */
export async function readProjectSettlement(
  { settlementDirectory }: { settlementDirectory: Pick<SettlementDirectory, "find"> },
  { projectId }: ProjectAccess,
  settlementId: string,
): Promise<SettlementDetails> {
  // Of an address, it may be any text: one that is no id reaches no statement.
  const isId = hasIdForm("stl", settlementId);
  const settlement = isId ? await settlementDirectory.find(projectId, settlementId) : null;
  if (settlement === null) throw new CheckoutError("NOT_FOUND", "There is no such settlement.");
  return settlement;
}
