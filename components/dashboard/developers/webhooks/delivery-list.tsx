import { Send } from "lucide-react";
import { Link } from "@/components/dashboard/ui/link";
import { ListPresets } from "@/components/dashboard/ui/list/list-filter";
import { type DeliveryStatus, deliveryStatuses } from "@/lib/checkouts/state/events.rules";
import type { ListPart, ListPlace } from "@/lib/platform/lists/list-place.rules";
import {
  type DeliveryFilter,
  deliveryCursors,
  deliveryListParams,
} from "@/lib/webhooks/webhook-schedule.rules";
import { webhookWords } from "../../messages/webhooks";
import { DataTable } from "../../ui/list/data-table";
import { ListCard } from "../../ui/list/list-card";
import { Moment } from "../../ui/moment";
import { DeliveryBadge } from "./badges";
import { ReplayFailed } from "./replay";

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
  filter: DeliveryFilter;
  /** Where the part was asked for. */
  place: ListPlace;
  part: ListPart<ShownDelivery>;
};

/** An endpoint's deliveries. */
export function DeliveryList({ projectId, endpointId, isDisabled, filter, place, part }: Props) {
  const base = `/dashboard/projects/${projectId}/developers/webhooks`;
  const path = `${base}/${endpointId}`;
  const query = deliveryListParams(filter);
  return (
    <ListCard
      title={words.title}
      description={words.description}
      actions={!isDisabled && <ReplayFailed projectId={projectId} endpointId={endpointId} />}
      path={path}
      query={query}
      place={place}
      part={part}
      cursors={deliveryCursors}
      empty={{ icon: Send, title: words.none, text: words.noneHint }}
      above={
        <ListPresets
          label={words.filter}
          path={path}
          query={query}
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
    </ListCard>
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
