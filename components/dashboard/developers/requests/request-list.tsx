import { ScrollText } from "lucide-react";
import Link from "next/link";
import { type RequestFilter, requestQuery, statusClasses } from "@/lib/core/dashboard/request-filter";
import { requestWords } from "../../messages/requests";
import { Badge } from "../../ui/badge";
import { Card } from "../../ui/card";
import { CopyButton } from "../../ui/copy-button";
import { DataTable } from "../../ui/data-table";
import { EmptyState } from "../../ui/empty-state";
import { Moment } from "../../ui/moment";
import { PageHeader } from "../../ui/page-header";
import { Pager } from "../../ui/pager";
import { FilterLinks } from "../filter-links";
import { RequestSearch } from "./request-search";

const { columns } = requestWords;

export type ShownRequest = {
  id: string;
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
  base: string;
  filter: RequestFilter;
  operations: readonly string[];
  isFirstPage: boolean;
  requests: readonly ShownRequest[];
  next: string | null;
};

/** Requests with the project's keys, newest first. */
export function RequestList({ base, filter, operations, isFirstPage, requests, next }: Props) {
  const isFiltered = Object.keys(filter).length > 0 || !isFirstPage;
  const { status, ...others } = filter;
  return (
    <>
      <PageHeader title={requestWords.title} description={requestWords.description} />
      <Card flush>
        <RequestSearch base={base} filter={filter} operations={operations} />
        <FilterLinks
          label={requestWords.status}
          links={[undefined, ...statusClasses].map((each) => ({
            href: `${base}${requestQuery(each === undefined ? others : { ...others, status: each })}`,
            label: each === undefined ? requestWords.all : requestWords.classes[each],
            isCurrent: each === status,
          }))}
        />
        {requests.length === 0 ? (
          <EmptyState
            icon={ScrollText}
            title={isFiltered ? requestWords.noneFound : requestWords.none}
            action={
              isFiltered ? (
                <Link href={base} className="button-compact button-secondary">
                  {requestWords.clear}
                </Link>
              ) : undefined
            }
          >
            {isFiltered ? requestWords.noneFoundHint : requestWords.noneHint}
          </EmptyState>
        ) : (
          <DataTable
            caption={requestWords.title}
            rows={requests}
            rowKey={({ id }) => id}
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
              { key: "id", header: columns.id, wideOnly: true, cell: RequestId },
            ]}
          />
        )}
        <Pager
          toFirst
          previous={isFirstPage ? null : `${base}${requestQuery(filter)}`}
          next={next === null ? null : `${base}${requestQuery(filter, next)}`}
        />
      </Card>
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
    <a href={`/docs/errors#${errorCode}`} className="text-link wrap-anywhere">
      {errorCode}
    </a>
  );
}

function RequestId({ requestId }: ShownRequest) {
  return (
    <span className="inline-flex items-center gap-1 font-mono" title={requestId}>
      <span className="sr-only">{requestId}</span>
      <span aria-hidden="true">{requestId.slice(0, 8)}…</span>
      <CopyButton value={requestId} what={columns.id} />
    </span>
  );
}
