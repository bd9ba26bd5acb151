import { Undo2 } from "lucide-react";
import { curlCommand } from "@/lib/api/curl-command.rules";
import type { Chain } from "@/lib/chain/chains.rules";
import { refundStatuses, refundTypes } from "@/lib/checkouts/refund.rules";
import type { ListPart, ListPlace } from "@/lib/platform/lists/list-place.rules";
import {
  type RefundFilter,
  refundCursors,
  refundGroupNames,
  refundListParams,
} from "@/lib/refunds/refund-filter.rules";
import type { ListedRefund } from "@/lib/refunds/refund-views.rules";
import { refundWords } from "../messages/refunds";
import { Code } from "../ui/code";
import { ExportLink } from "../ui/list/export-link";
import { ListCard } from "../ui/list/list-card";
import { ListFilter } from "../ui/list/list-filter";
import { PageHeader } from "../ui/page-header";
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
  const { projectId, chains, filter, place, part, waiting, canExport, apiUrl } = props;
  const here = `/dashboard/projects/${projectId}/refunds`;
  const query = refundListParams(filter);
  return (
    <>
      <PageHeader
        title={refundWords.title}
        description={refundWords.description}
        actions={
          canExport && <ExportLink href={`/api/dashboard/projects/${projectId}/refunds.csv?${query}`} />
        }
      />
      <WaitingRefunds here={here} counts={waiting} />
      <ListFilter
        path={here}
        query={query}
        fields={[
          {
            kind: "choice",
            name: "status",
            label: labels.status,
            options: [
              ...refundGroupNames.map((name) => ({ value: name.toLowerCase(), label: groups[name] })),
              ...refundStatuses.map((status) => ({ value: status.toLowerCase(), label: statuses[status] })),
            ],
          },
          {
            kind: "choice",
            name: "type",
            label: labels.type,
            options: refundTypes.map((type) => ({ value: type.toLowerCase(), label: types[type] })),
          },
          { kind: "day", name: "from", label: labels.from },
          { kind: "day", name: "to", label: labels.to },
        ]}
      />
      <ListCard
        path={here}
        query={query}
        place={place}
        part={part}
        cursors={refundCursors}
        empty={{
          icon: Undo2,
          title: refundWords.empty.title,
          text: (
            <>
              <p className="mb-3">{refundWords.empty.text}</p>
              <Code what={refundWords.empty.codeName}>{createCommand(apiUrl)}</Code>
            </>
          ),
        }}
      >
        <RefundTable projectId={projectId} chains={chains} refunds={part.items} />
      </ListCard>
    </>
  );
}

function createCommand(apiUrl: string): string {
  return curlCommand({
    url: `${apiUrl}/v1/checkouts/chk_…/refunds`,
    body: { amount: "1000000", reason: "Broken cup" },
  });
}
