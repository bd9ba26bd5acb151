import { NewEndpoint } from "@/components/dashboard/developers/webhooks/endpoint-form";
import { webhookWords } from "@/components/dashboard/messages/webhooks";
import { PageHeader } from "@/components/dashboard/ui/page-header";
import { requireProject } from "@/lib/api/dashboard/page-access";
import { eventHelp } from "@/lib/api/openapi/webhooks";

export const metadata = { title: "Add endpoint" };

type Props = { params: Promise<{ projectId: string }> };

export default async function NewEndpointPage({ params }: Props) {
  const { projectId } = await requireProject((await params).projectId, "webhooks.manage");
  return (
    <div className="max-w-2xl">
      <PageHeader
        back={{ href: `/dashboard/projects/${projectId}/developers/webhooks`, label: webhookWords.back }}
        title={webhookWords.form.title}
      />
      <NewEndpoint projectId={projectId} kindHelp={eventHelp} />
    </div>
  );
}
