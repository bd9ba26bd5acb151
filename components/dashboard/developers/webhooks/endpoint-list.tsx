import { Plus, Webhook } from "lucide-react";
import { Link } from "@/components/dashboard/ui/link";
import type { EventKind } from "@/lib/checkouts/state/events.rules";
import { webhookWords } from "../../messages/webhooks";
import { Card } from "../../ui/card";
import { DataTable } from "../../ui/list/data-table";
import { EmptyState } from "../../ui/list/empty-state";
import { Moment } from "../../ui/moment";
import { PageHeader } from "../../ui/page-header";
import { type EndpointHealth, HealthBadge } from "./badges";

export type ShownEndpoint = EndpointHealth & {
  id: string;
  url: string;
  description: string | null;
  kinds: readonly EventKind[];
  createdAt: Date;
};

const { columns } = webhookWords;

/** Every endpoint of the project, with its health. */
export function EndpointList({
  base,
  endpoints,
}: {
  /** The URL of this list. */
  base: string;
  endpoints: readonly ShownEndpoint[];
}) {
  const add = (
    <Link href={`${base}/new`} className="button-compact button-primary">
      <Plus className="size-4" aria-hidden="true" />
      {webhookWords.add}
    </Link>
  );
  return (
    <>
      <PageHeader
        title={webhookWords.title}
        description={webhookWords.description}
        actions={
          <>
            <a href="/docs/webhooks" className="button-compact button-secondary">
              {webhookWords.help}
            </a>
            {add}
          </>
        }
      />
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
                  <span title={kinds.join(", ")}>{webhookWords.kindCount(kinds.length)}</span>
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
    </>
  );
}

function Health(endpoint: ShownEndpoint) {
  return (
    <div className="flex flex-col items-start gap-1 max-md:items-end">
      <HealthBadge {...endpoint} />
      {endpoint.disabledAt !== null && endpoint.disabledReason !== null && (
        <span className="caption max-md:text-end">{endpoint.disabledReason}</span>
      )}
    </div>
  );
}
