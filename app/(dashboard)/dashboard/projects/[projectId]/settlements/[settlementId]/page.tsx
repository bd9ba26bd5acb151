import { settlementWords } from "@/components/dashboard/messages/settlements";
import { SettlementDetail } from "@/components/dashboard/settlements/settlement-detail";
import { found, requireProject } from "@/lib/api/dashboard/page-access";
import { getDeps } from "@/lib/api/deps";
import { readProjectSettlement } from "@/lib/settlement/dashboard/read-settlements";

export const metadata = { title: settlementWords.detail.facts };

type Props = { params: Promise<{ projectId: string; settlementId: string }> };

export default async function SettlementPage({ params }: Props) {
  const { projectId, settlementId } = await params;
  const access = await requireProject(projectId);
  const deps = getDeps();
  const settlement = await found(readProjectSettlement(deps, access, settlementId));
  return <SettlementDetail projectId={projectId} chains={deps.chains} settlement={settlement} />;
}
