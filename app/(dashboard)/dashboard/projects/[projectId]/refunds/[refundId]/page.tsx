import { RefundDetail } from "@/components/dashboard/refunds/refund-detail";
import { found, requireProject } from "@/lib/api/dashboard/page-access";
import { getDeps } from "@/lib/api/deps";
import { readProjectRefund } from "@/lib/refunds/dashboard/read-refunds";

export const metadata = { title: "Refund" };

type Props = { params: Promise<{ projectId: string; refundId: string }> };

export default async function RefundPage({ params }: Props) {
  const { projectId, refundId } = await params;
  const access = await requireProject(projectId);
  const deps = getDeps();
  const refund = await found(readProjectRefund(deps, access, refundId));
  return (
    <RefundDetail
      projectId={projectId}
      chains={deps.chains}
      refund={refund}
      may={{
        approve: access.may("refunds.approve"),
        cancel: access.may("refunds.cancel"),
        request: access.may("refunds.request"),
        sign: access.may("refunds.sign"),
      }}
    />
  );
}
