import { ScrollText } from "lucide-react";
import { DevelopersFrame } from "@/components/dashboard/developers/developers-frame";
import { requestWords } from "@/components/dashboard/messages/developers";
import { listWords } from "@/components/dashboard/messages/shell";
import { grouped } from "@/components/dashboard/messages/text";
import { Badge } from "@/components/dashboard/ui/card";
import { ShortHex } from "@/components/dashboard/ui/hex";
import { DataTable } from "@/components/dashboard/ui/list/data-table";
import { ListCard } from "@/components/dashboard/ui/list/list-card";
import { ListFilter } from "@/components/dashboard/ui/list/list-filter";
import { chipsOf, dayChips, ListTools } from "@/components/dashboard/ui/list/list-tools";
import { Moment } from "@/components/dashboard/ui/moment";
import { type ProjectPage, requireProject } from "@/lib/api/dashboard/page-access";
import { titled } from "@/lib/api/dashboard/page-language";
import { keyedOperations, viewsOfList } from "@/lib/api/dashboard/saved-views";
import { getProjects } from "@/lib/api/wiring/projects";
import { fill } from "@/lib/platform/i18n/message.rules";
import { pageTimeZone } from "@/lib/platform/i18n/time-zone.rules";
import { logCursors, placeOf } from "@/lib/platform/lists/list-place.rules";
import {
  everyRequest,
  readRequestFilter,
  requestListParams,
  type StatusClass,
  statusClasses,
} from "@/lib/projects/logs/log-filters.rules";
import { listRequests } from "@/lib/projects/logs/logs";

export const generateMetadata = titled(() => requestWords.title);

/** Requests with the project's keys, newest first. */
export default async function RequestsPage({ params, searchParams }: ProjectPage) {
  const access = await requireProject((await params).projectId, "requestLog.read");
  const query = await searchParams;
  const place = placeOf(query, logCursors);
  const filter = readRequestFilter(query, keyedOperations, pageTimeZone());
  const path = `/dashboard/projects/${access.projectId}/developers/requests`;
  const deps = getProjects();
  const [part, saved] = await Promise.all([
    listRequests(deps, access, filter, place),
    viewsOfList(deps, access, "requests"),
  ]);
  const filled = requestListParams(filter);
  return (
    <DevelopersFrame
      access={access}
      isTest={deps.localChains !== null}
      description={requestWords.description}
    >
      <ListTools
        {...saved}
        path={path}
        query={filled}
        label={requestWords.status}
        presets={statusClasses.map((status) => ({
          label: requestWords.classes[status],
          query: requestListParams({ ...everyRequest, status }),
        }))}
        chips={chipsOf(filled, {
          status: (value) => requestWords.classes[value as StatusClass],
          ...dayChips,
        })}
      >
        <ListFilter
          path={path}
          query={filled}
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
              options: keyedOperations.map((operation) => ({ value: operation, label: operation })),
            },
            { kind: "kept", name: "status" },
            { kind: "day", name: "from", label: listWords.createdFrom },
            { kind: "day", name: "to", label: listWords.createdTo },
          ]}
        />
      </ListTools>
      <ListCard
        path={path}
        query={filled}
        place={place}
        part={part}
        cursors={logCursors}
        empty={{
          icon: ScrollText,
          title: requestWords.none,
          text: requestWords.noneHint,
          next: {
            href: `/dashboard/projects/${access.projectId}/developers/keys`,
            label: requestWords.noneNext,
          },
        }}
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
              cell: ({ durationMs }) => fill(requestWords.milliseconds, { count: grouped(durationMs) }),
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
    </DevelopersFrame>
  );
}

const { columns } = requestWords;

function Status({ statusCode }: { statusCode: number }) {
  return <Badge tone={statusCode < 400 ? "ok" : statusCode < 500 ? "warn" : "bad"}>{statusCode}</Badge>;
}

/** With its explanation in the reference. */
function ErrorCode({ errorCode }: { errorCode: string | null }) {
  if (errorCode === null) return <span className="text-muted">–</span>;
  return (
    <a href={`/docs/errors#${errorCode}`} className="text-link">
      <span className="whitespace-nowrap">{errorCode}</span>
    </a>
  );
}
