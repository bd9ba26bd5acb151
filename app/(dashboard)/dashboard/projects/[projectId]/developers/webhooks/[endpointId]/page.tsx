import { Send } from "lucide-react";
import { DeliveryBadge, HealthBadge } from "@/components/dashboard/developers/webhooks/badges";
import {
  EditEndpoint,
  EndpointState,
  TestEndpoint,
} from "@/components/dashboard/developers/webhooks/endpoint-buttons";
import { RotateSecret } from "@/components/dashboard/developers/webhooks/endpoint-form";
import { ReplayFailed } from "@/components/dashboard/developers/webhooks/replay";
import { webhookWords } from "@/components/dashboard/messages/webhooks";
import { countText } from "@/components/dashboard/overview/figure-text";
import { Card, Facts, PageHeader } from "@/components/dashboard/ui/card";
import { Link } from "@/components/dashboard/ui/link";
import { DataTable } from "@/components/dashboard/ui/list/data-table";
import { ListCard } from "@/components/dashboard/ui/list/list-card";
import { ListPresets } from "@/components/dashboard/ui/list/list-filter";
import { Moment } from "@/components/dashboard/ui/moment";
import { Notice } from "@/components/dashboard/ui/notice";
import { found, type ProjectPage, requireProject } from "@/lib/api/dashboard/page-access";
import { titled } from "@/lib/api/dashboard/page-language";
import { getWebhooks } from "@/lib/api/wiring/webhooks";
import { placeOf } from "@/lib/platform/lists/list-place.rules";
import { deliveryStatuses } from "@/lib/webhooks/delivery.rules";
import { getEndpoint, listEndpointDeliveries } from "@/lib/webhooks/endpoints/read-endpoints";
import {
  deliveryCursors,
  deliveryListParams,
  readDeliveryFilter,
} from "@/lib/webhooks/webhook-schedule.rules";

export const generateMetadata = titled(() => webhookWords.endpointPage);

/** An endpoint: health, kinds, secrets and deliveries. */
export default async function EndpointPage({ params, searchParams }: ProjectPage<"endpointId">) {
  const { projectId: id, endpointId } = await params;
  const { projectId } = await requireProject(id, "webhooks.manage");
  const query = await searchParams;
  const filter = readDeliveryFilter(query);
  const place = placeOf(query, deliveryCursors);
  const deps = getWebhooks();
  const now = deps.clock.now();
  const [{ endpoint, secrets }, part] = await found(
    Promise.all([
      getEndpoint(deps, projectId, endpointId),
      listEndpointDeliveries(deps, projectId, endpointId, { status: filter.status ?? undefined }, place),
    ]),
  );
  const { url, description, kinds, createdAt, failingSince, disabledAt, disabledReason } = endpoint;
  const ids = { projectId, endpointId };
  const isDisabled = disabledAt !== null;
  const { facts, secret } = webhookWords;
  const base = `/dashboard/projects/${projectId}/developers/webhooks`;
  const path = `${base}/${endpointId}`;
  const filled = deliveryListParams(filter);
  return (
    <>
      <PageHeader
        back={{ href: `/dashboard/projects/${projectId}/developers/webhooks`, label: webhookWords.back }}
        title={description ?? url}
        description={description === null ? undefined : <span className="wrap-anywhere">{url}</span>}
        actions={
          <>
            <EditEndpoint {...ids} values={{ url, description, kinds }} />
            <EndpointState {...ids} isDisabled={isDisabled} />
            {!isDisabled && <TestEndpoint {...ids} />}
          </>
        }
      />
      <div className="mb-6 flex flex-col gap-6">
        {disabledAt !== null && (
          <Notice kind="warn">
            {webhookWords.disabledSince} <Moment at={disabledAt} />. {disabledReason}
          </Notice>
        )}
        {disabledAt === null && failingSince !== null && (
          <Notice kind="warn">
            {webhookWords.failingSince} <Moment at={failingSince} />.
          </Notice>
        )}
        <div className="grid gap-6 lg:grid-cols-2">
          <Card title={webhookWords.details} actions={<HealthBadge {...endpoint} />}>
            <Facts
              facts={[
                { label: facts.url, value: url },
                {
                  label: facts.kinds,
                  value: (
                    <ul className="flex flex-col gap-0.5">
                      {kinds.map((kind) => (
                        <li key={kind}>
                          <code className="font-mono">{kind}</code>
                        </li>
                      ))}
                    </ul>
                  ),
                },
                { label: facts.created, value: <Moment at={createdAt} /> },
              ]}
            />
          </Card>
          <Card title={secret.title} description={secret.hint} actions={<RotateSecret {...ids} />}>
            <Facts
              facts={secrets.map((each) => ({
                label: each.expiresAt === null ? secret.current : secret.old,
                value: <Moment at={each.expiresAt ?? each.createdAt} />,
              }))}
            />
          </Card>
        </div>
      </div>

      <ListCard
        title={words.title}
        description={words.description}
        actions={!isDisabled && <ReplayFailed projectId={projectId} endpointId={endpointId} />}
        path={path}
        query={filled}
        place={place}
        part={part}
        cursors={deliveryCursors}
        empty={{ icon: Send, title: words.none, text: words.noneHint }}
        above={
          <ListPresets
            label={words.filter}
            path={path}
            query={filled}
            presets={[null, ...deliveryStatuses].map((status) => ({
              label: status === null ? words.all : words.statuses[status],
              query: deliveryListParams({ status }),
            }))}
          />
        }
      >
        <DataTable
          caption={words.title}
          rows={part.items}
          rowKey={({ id }) => id}
          opens
          columns={[
            {
              key: "event",
              header: words.columns.event,
              cell: ({ id, kind }) => (
                <Link href={`${base}/deliveries/${id}`} className="font-medium font-mono hover:underline">
                  {kind}
                </Link>
              ),
            },
            {
              key: "status",
              header: words.columns.status,
              cell: (delivery) => <DeliveryBadge {...delivery} now={now} />,
            },
            { key: "answer", header: words.columns.answer, cell: lastAnswer },
            {
              key: "attempts",
              header: words.columns.attempts,
              align: "end",
              cell: ({ attemptCount }) => countText(attemptCount),
            },
            {
              key: "at",
              header: words.columns.at,
              align: "end",
              cell: ({ createdAt }) => <Moment at={createdAt} />,
            },
          ]}
        />
      </ListCard>
    </>
  );
}

const words = webhookWords.deliveries;

type LastAnswer = { lastStatusCode: number | null; lastError: string | null; attemptCount: number };

function lastAnswer({ lastStatusCode, lastError, attemptCount }: LastAnswer) {
  if (attemptCount === 0) return <span className="text-muted">–</span>;
  if (lastStatusCode !== null) return lastStatusCode;
  return (
    <span title={lastError ?? undefined} className="text-muted">
      {words.noAnswer}
    </span>
  );
}
