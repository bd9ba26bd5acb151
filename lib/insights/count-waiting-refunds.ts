import type { ProjectAccess } from "@/lib/projects/access/project-access";
import { type AttentionStore, attentionMost } from "./attention-store.port";

/** How many refunds wait for whom; each at most `bound`, which stands for that or more. */
export async function countWaitingRefunds(
  { attention }: { attention: Pick<AttentionStore, "waitingCounts"> },
  { projectId }: ProjectAccess,
): Promise<{ approval: number; address: number; signature: number; bound: number }> {
  const waiting = await attention.waitingCounts(projectId);
  return {
    approval: waiting.refundsAwaitingApproval,
    address: waiting.refundsAwaitingAddress,
    signature: waiting.refundsAwaitingSignature,
    bound: attentionMost,
  };
}
