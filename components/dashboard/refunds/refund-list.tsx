import { Download, Undo2 } from "lucide-react";
import Link from "next/link";
import type { Chain } from "@/lib/core/chains";
import type { ListPart, ListPlace } from "@/lib/core/dashboard/list-place";
import { type RefundFilter, refundGroupNames, refundListParams } from "@/lib/core/dashboard/refund-filter";
import type { ListedRefund } from "@/lib/core/dashboard/refund-views";
import { refundStatuses, refundTypes } from "@/lib/core/refund";
import { refundWords } from "../messages/refunds";
import { ListFilter } from "../money/list-filter";
import { Card } from "../ui/card";
import { Code } from "../ui/code";
import { EmptyState } from "../ui/empty-state";
import { EndOfList } from "../ui/end-of-list";
import { PageHeader } from "../ui/page-header";
import { Pager } from "../ui/pager";
import { RefundTable } from "./refund-table";
import { type WaitingRefundCounts, WaitingRefunds } from "./waiting-refunds";

type Props = {
  projectId: string;
  chains: readonly Chain[];
  filter: RefundFilter;
  /** Where the part was asked for. */
  place: ListPlace;
  part: ListPart<ListedRefund>;
  waiting: WaitingRefundCounts;
  canExport: boolean;
  /** Where the API is. */
  apiUrl: string;
};

const { statuses, groups, types, filter: labels } = refundWords;

export function RefundList(props: Props) {
  const { projectId, chains, filter, place: from, part, waiting, canExport, apiUrl } = props;
  const here = `/dashboard/projects/${projectId}/refunds`;
  const query = refundListParams(filter);
  const at = (place: typeof part.newer) =>
    place === null ? null : `${here}?${refundListParams(filter, place)}`;
  const value = (word: string | null) => word?.toLowerCase() ?? "";
  const isEmpty = part.items.length === 0;
  return (
    <>
      <PageHeader
        title={refundWords.title}
        description={refundWords.description}
        actions={
          canExport && (
            <a
              href={`/api/dashboard/projects/${projectId}/refunds.csv?${query}`}
              className="button-compact button-secondary"
              download
            >
              <Download className="size-4" aria-hidden="true" />
              {labels.export}
            </a>
          )
        }
      />
      <WaitingRefunds here={here} counts={waiting} />
      <ListFilter
        key={query.toString()}
        action={here}
        isFiltered={query.size > 0}
        fields={[
          {
            kind: "choice",
            name: "status",
            label: labels.status,
            value: value(filter.status),
            options: [
              ...refundGroupNames.map((name) => ({ value: value(name), label: groups[name] })),
              ...refundStatuses.map((status) => ({ value: value(status), label: statuses[status] })),
            ],
          },
          {
            kind: "choice",
            name: "type",
            label: labels.type,
            value: value(filter.refundType),
            options: refundTypes.map((type) => ({ value: value(type), label: types[type] })),
          },
          { kind: "day", name: "from", label: labels.from, value: filter.fromDay ?? "" },
          { kind: "day", name: "to", label: labels.to, value: filter.toDay ?? "" },
        ]}
      />
      <Card flush>
        {isEmpty && from.kind !== "first" ? (
          <EndOfList side={from.kind} first={`${here}?${query}`} />
        ) : isEmpty ? (
          query.size > 0 ? (
            <EmptyState icon={Undo2} title={refundWords.noneFound.title}>
              <Link href={here} className="text-link">
                {refundWords.noneFound.clear}
              </Link>
            </EmptyState>
          ) : (
            <EmptyState icon={Undo2} title={refundWords.empty.title}>
              <p className="mb-3">{refundWords.empty.text}</p>
              <Code what={refundWords.empty.codeName}>{curl(apiUrl)}</Code>
            </EmptyState>
          )
        ) : (
          <RefundTable projectId={projectId} chains={chains} refunds={part.items} />
        )}
        <Pager previous={at(part.newer)} next={at(part.older)} />
      </Card>
    </>
  );
}

function curl(apiUrl: string): string {
  return [
    `curl ${apiUrl}/v1/checkouts/chk_…/refunds \\`,
    "  -H 'x-api-key: svc_server_…' -H 'content-type: application/json' \\",
    `  -d '{"amount": "1000000", "reason": "Broken cup"}'`,
  ].join("\n");
}
