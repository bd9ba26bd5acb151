import { ScrollText } from "lucide-react";
import { requestWords } from "@/components/dashboard/messages/developers";
import { ShortHex } from "@/components/dashboard/ui/hex";
import { ListPresets } from "@/components/dashboard/ui/list/list-filter";
import { type ListPart, type LogPlace, logCursors } from "@/lib/platform/lists/list-place.rules";
import { type RequestFilter, requestListParams, statusClasses } from "@/lib/projects/logs/log-filters.rules";
import { Badge } from "../../ui/badge";
import { DataTable } from "../../ui/list/data-table";
import { ListCard } from "../../ui/list/list-card";
import { ListFilter } from "../../ui/list/list-filter";
import { Moment } from "../../ui/moment";
import { PageHeader } from "../../ui/page-header";

const { columns } = requestWords;

export type ShownRequest = {
  id: bigint;
  requestId: string;
  operation: string;
  method: string;
  path: string;
  statusCode: number;
  errorCode: string | null;
  durationMs: number;
  createdAt: Date;
};

type Props = {
  /** The address of this list. */
  path: string;
  filter: RequestFilter;
  operations: readonly string[];
  /** Where the part was asked for. */
  place: LogPlace;
  part: ListPart<ShownRequest, bigint>;
};

/** Requests with the project's keys, newest first. */
export function RequestList({ path, filter, operations, place, part }: Props) {
  const query = requestListParams(filter);
  return (
    <>
      <PageHeader title={requestWords.title} description={requestWords.description} />
      <ListFilter
        path={path}
        query={query}
        fields={[
          {
            kind: "search",
            name: "request",
            label: requestWords.search,
            placeholder: requestWords.searchHint,
          },
          {
            kind: "choice",
            name: "operation",
            label: requestWords.operation,
            options: operations.map((operation) => ({ value: operation, label: operation })),
          },
          { kind: "kept", name: "status" },
        ]}
      />
      <ListCard
        path={path}
        query={query}
        place={place}
        part={part}
        cursors={logCursors}
        empty={{ icon: ScrollText, title: requestWords.none, text: requestWords.noneHint }}
        above={
          <ListPresets
            label={requestWords.status}
            path={path}
            query={query}
            presets={[null, ...statusClasses].map((status) => ({
              label: status === null ? requestWords.all : requestWords.classes[status],
              query: requestListParams({ ...filter, status }),
            }))}
          />
        }
      >
        <DataTable
          caption={requestWords.title}
          rows={part.items}
          rowKey={({ id }) => `${id}`}
          columns={[
            {
              key: "request",
              header: columns.request,
              cell: ({ method, path, operation }) => (
                <div className="min-w-0">
                  <code className="wrap-anywhere font-mono">
                    {method} {path}
                  </code>
                  <p className="caption">{operation}</p>
                </div>
              ),
            },
            { key: "status", header: columns.status, cell: Status },
            { key: "error", header: columns.error, cell: ErrorCode },
            {
              key: "duration",
              header: columns.duration,
              align: "end",
              cell: ({ durationMs }) => requestWords.milliseconds(durationMs),
            },
            {
              key: "at",
              header: columns.at,
              cell: ({ createdAt }) => <Moment at={createdAt} exact />,
            },
            {
              key: "id",
              header: columns.id,
              wideOnly: true,
              cell: ({ requestId }) => <ShortHex value={requestId} what={columns.id} />,
            },
          ]}
        />
      </ListCard>
    </>
  );
}

function Status({ statusCode }: ShownRequest) {
  return <Badge tone={statusCode < 400 ? "ok" : statusCode < 500 ? "warn" : "bad"}>{statusCode}</Badge>;
}

/** With its explanation in the reference. */
function ErrorCode({ errorCode }: ShownRequest) {
  if (errorCode === null) return <span className="text-muted">–</span>;
  return (
    <a href={`/docs/errors#${errorCode}`} className="text-link">
      <span className="whitespace-nowrap">{errorCode}</span>
    </a>
  );
}
