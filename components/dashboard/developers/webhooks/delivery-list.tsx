import { Send } from "lucide-react";
import Link from "next/link";
import { type DeliveryStatus, deliveryStatuses } from "@/lib/core/delivery";
import { webhookWords } from "../../messages/webhooks";
import { Card } from "../../ui/card";
import { DataTable } from "../../ui/data-table";
import { EmptyState } from "../../ui/empty-state";
import { Moment } from "../../ui/moment";
import { Pager } from "../../ui/pager";
import { FilterLinks } from "../filter-links";
import { DeliveryBadge } from "./delivery-badge";
import { ReplayFailed } from "./replay-failed";

const words = webhookWords.deliveries;

export type ShownDelivery = {
  id: string;
  kind: string;
  status: DeliveryStatus;
  attemptCount: number;
  nextAttemptAt: Date;
  createdAt: Date;
  lastStatusCode: number | null;
  lastError: string | null;
};

type Props = {
  projectId: string;
  endpointId: string;
  isDisabled: boolean;
  /** What the address asks for. */
  status: DeliveryStatus | undefined;
  isFirstPage: boolean;
  deliveries: readonly ShownDelivery[];
  next: string | null;
};

/** What was and is to be sent to an endpoint. */
export function DeliveryList(props: Props) {
  const { projectId, endpointId, isDisabled, status, isFirstPage, deliveries, next } = props;
  const base = `/dashboard/projects/${projectId}/developers/webhooks`;
  const page = `${base}/${endpointId}`;
  const query = (after: string | null) => {
    const params = new URLSearchParams({ ...(status && { status }), ...(after !== null && { after }) });
    return params.size === 0 ? page : `${page}?${params}`;
  };
  return (
    <Card
      title={words.title}
      description={words.description}
      flush
      actions={isDisabled ? undefined : <ReplayFailed projectId={projectId} endpointId={endpointId} />}
    >
      <FilterLinks
        label={words.filter}
        links={[undefined, ...deliveryStatuses].map((each) => ({
          href: each === undefined ? page : `${page}?status=${each}`,
          label: each === undefined ? words.all : words.statuses[each],
          isCurrent: each === status,
        }))}
      />
      {deliveries.length === 0 ? (
        <EmptyState icon={Send} title={status === undefined && isFirstPage ? words.none : words.noneOfStatus}>
          {status === undefined && isFirstPage ? words.noneHint : undefined}
        </EmptyState>
      ) : (
        <DataTable
          caption={words.title}
          rows={deliveries}
          rowKey={({ id }) => id}
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
              cell: (delivery) => <DeliveryBadge status={delivery.status} />,
            },
            { key: "answer", header: words.columns.answer, cell: lastAnswer },
            {
              key: "attempts",
              header: words.columns.attempts,
              align: "end",
              cell: ({ attemptCount }) => attemptCount,
            },
            {
              key: "at",
              header: words.columns.at,
              align: "end",
              cell: ({ createdAt }) => <Moment at={createdAt} />,
            },
          ]}
        />
      )}
      <Pager toFirst previous={isFirstPage ? null : query(null)} next={next === null ? null : query(next)} />
    </Card>
  );
}

function lastAnswer({ lastStatusCode, lastError, attemptCount }: ShownDelivery) {
  if (attemptCount === 0) return <span className="text-muted">–</span>;
  if (lastStatusCode !== null) return lastStatusCode;
  return (
    <span title={lastError ?? undefined} className="text-muted">
      {words.noAnswer}
    </span>
  );
}
