import type { Clock } from "@/lib/platform/clock.port";
import { CheckoutError } from "@/lib/platform/errors.rules";
import { hasIdForm } from "@/lib/platform/ids.rules";
import type { ProjectAccess } from "@/lib/projects/access/project-access";
import type { RefundDirectory } from "./refund-directory.store";
import type { RefundDetails } from "./refund-views.rules";

/**
 * One of a project's refunds with all that is recorded of it.
 * @throws CheckoutError REFUND_NOT_FOUND for an unknown id and, alike, for another project's
 */
export async function readProjectRefund(
  { clock, refundDirectory }: { clock: Clock; refundDirectory: Pick<RefundDirectory, "find"> },
  { projectId }: ProjectAccess,
  refundId: string,
): Promise<RefundDetails> {
  // Of an address, it may be any text: one that is no id reaches no statement.
  const isId = hasIdForm("rfd", refundId);
  const refund = isId ? await refundDirectory.find(projectId, refundId, clock.now()) : null;
  if (refund === null) throw new CheckoutError("REFUND_NOT_FOUND", "There is no such refund.");
  return refund;
}
