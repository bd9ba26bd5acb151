import { KeysFrame } from "@/components/dashboard/developers/keys/key-tables";
import { OriginsCard } from "@/components/dashboard/developers/keys/origins-card";
import { requireProject } from "@/lib/api/dashboard/page-access";
import { getDeps } from "@/lib/api/deps";

export const metadata = { title: "Allowed origins" };

type Props = { params: Promise<{ projectId: string }> };

export default async function OriginsPage({ params }: Props) {
  const { projectId } = await requireProject((await params).projectId, "origins.manage");
  const origins = await getDeps().allowedOrigins.list(projectId);
  return (
    <KeysFrame projectId={projectId}>
      <OriginsCard projectId={projectId} origins={origins} />
    </KeysFrame>
  );
}
