import { Plus, Webhook } from "lucide-react";
import { DevelopersFrame } from "@/components/dashboard/developers/developers-frame";
import { type EndpointHealth, HealthBadge } from "@/components/dashboard/developers/webhooks/badges";
import { counted } from "@/components/dashboard/messages/text";
import { webhookWords } from "@/components/dashboard/messages/webhooks";
import { Card, EmptyState } from "@/components/dashboard/ui/card";
import { Link } from "@/components/dashboard/ui/link";
import { DataTable } from "@/components/dashboard/ui/list/data-table";
import { Moment } from "@/components/dashboard/ui/moment";
import { type ProjectPage, requireProject } from "@/lib/api/dashboard/page-access";
import { titled } from "@/lib/api/dashboard/page-language";
import { getProjects } from "@/lib/api/wiring/projects";
import { getWebhooks } from "@/lib/api/wiring/webhooks";
import { listEndpoints } from "@/lib/webhooks/endpoints/read-endpoints";

export const generateMetadata = titled(() => webhookWords.title);

/** Every endpoint of the project, with its health. */
export default async function WebhooksPage({ params }: ProjectPage) {
  const access = await requireProject((await params).projectId, "webhooks.manage");
  const { projectId } = access;
  const base = `/dashboard/projects/${projectId}/developers/webhooks`;
  const endpoints = await listEndpoints(getWebhooks(), projectId);
  const add = (
    <Link href={`${base}/new`} className="button-compact button-primary">
      <Plus className="size-4" aria-hidden="true" />
      {webhookWords.add}
    </Link>
  );
  return (
    <DevelopersFrame
      access={access}
      isTest={getProjects().localChains !== null}
      description={webhookWords.description}
      actions={
        <>
          <a href="/docs/webhooks" className="button-compact button-quiet">
            {webhookWords.help}
          </a>
          {endpoints.length > 0 && add}
        </>
      }
    >
      <Card flush>
        {endpoints.length === 0 ? (
          <EmptyState icon={Webhook} title={webhookWords.empty} action={add}>
            {webhookWords.emptyHint}
          </EmptyState>
        ) : (
          <DataTable
            caption={webhookWords.title}
            rows={endpoints}
            rowKey={({ id }) => id}
            columns={[
              {
                key: "endpoint",
                header: columns.endpoint,
                cell: ({ id, url, description }) => (
                  <div className="min-w-0">
                    <Link href={`${base}/${id}`} className="wrap-anywhere font-medium hover:underline">
                      {url}
                    </Link>
                    {description !== null && <p className="caption wrap-anywhere">{description}</p>}
                  </div>
                ),
              },
              { key: "health", header: columns.health, cell: Health },
              {
                key: "kinds",
                header: columns.kinds,
                cell: ({ kinds }) => (
                  <span title={kinds.join(", ")}>{counted(webhookWords.kindCount, kinds.length)}</span>
                ),
              },
              {
                key: "created",
                header: columns.created,
                wideOnly: true,
                cell: ({ createdAt }) => <Moment at={createdAt} />,
              },
            ]}
          />
        )}
      </Card>
    </DevelopersFrame>
  );
}

const { columns } = webhookWords;

function Health(endpoint: EndpointHealth) {
  return (
    <div className="flex flex-col items-start gap-1 max-md:items-end">
      <HealthBadge {...endpoint} />
      {endpoint.disabledAt !== null && endpoint.disabledReason !== null && (
        <span className="caption max-md:text-end">{endpoint.disabledReason}</span>
      )}
    </div>
  );
}
