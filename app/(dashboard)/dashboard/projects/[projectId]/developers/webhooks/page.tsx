import { EndpointList } from "@/components/dashboard/developers/webhooks/endpoint-list";
import { requireProject } from "@/lib/api/dashboard/page-access";
import { getDeps } from "@/lib/api/deps";
import { listEndpoints } from "@/lib/webhooks/endpoints/read-endpoints";

export const metadata = { title: "Webhooks" };

type Props = { params: Promise<{ projectId: string }> };

export default async function WebhooksPage({ params }: Props) {
  const { projectId } = await requireProject((await params).projectId, "webhooks.manage");
  return (
    <EndpointList
      base={`/dashboard/projects/${projectId}/developers/webhooks`}
      endpoints={await listEndpoints(getDeps(), projectId)}
    />
  );
}
