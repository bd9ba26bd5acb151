import { redirect } from "next/navigation";
import { found, requireSession } from "@/lib/api/dashboard/page-access";
import { getMerchant } from "@/lib/api/wiring/merchant";
import { projectOfRefund } from "@/lib/refunds/dashboard/read-refunds";

export const dynamic = "force-dynamic";

/** Leads to a refund from programs that know only its id, such as a shop's plugin. */
export default async function RefundByIdPage({ params }: { params: Promise<{ refundId: string }> }) {
  const { userId } = await requireSession();
  const { refundId } = await params;
  const deps = getMerchant();
  const own = (await deps.memberships.list(userId)).map(({ projectId }) => projectId);
  const projectId = await found(projectOfRefund(deps, own, refundId));
  redirect(`/dashboard/projects/${projectId}/refunds/${refundId}`);
}
