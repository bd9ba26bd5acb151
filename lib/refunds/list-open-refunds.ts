import type { Refund } from "@/lib/checkouts/refund.rules";
import type { RefundStore } from "./refund-store.port";

/** Refunds that wait for somebody or are on their way, oldest first; of every project where none is named. */
export function listOpenRefunds(
  { refunds }: { refunds: Pick<RefundStore, "listOpen"> },
  projectId: string | null,
  limit: number,
): Promise<Refund[]> {
  return refunds.listOpen(projectId, limit);
}
