import { NewEndpoint } from "@/components/dashboard/developers/webhooks/endpoint-form";
import { webhookWords } from "@/components/dashboard/messages/webhooks";
import { PageHeader } from "@/components/dashboard/ui/card";
import { type ProjectPage, requireProject } from "@/lib/api/dashboard/page-access";
import { titled } from "@/lib/api/dashboard/page-language";

export const generateMetadata = titled(() => webhookWords.add);

export default async function NewEndpointPage({ params }: ProjectPage) {
  const { projectId } = await requireProject((await params).projectId, "webhooks.manage");
  return (
    <div className="max-w-2xl">
      <PageHeader
        back={{ href: `/dashboard/projects/${projectId}/developers/webhooks`, label: webhookWords.back }}
        title={webhookWords.form.title}
      />
      <NewEndpoint projectId={projectId} />
    </div>
  );
}
