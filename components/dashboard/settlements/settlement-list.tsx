import { Landmark } from "lucide-react";
import type { ComponentProps } from "react";
import type { ListPart, ListPlace } from "@/lib/platform/lists/list-place.rules";
import {
  type SettlementFilter,
  settlementCursors,
  settlementListParams,
  settlementStatuses,
} from "@/lib/settlement/settlement-filter.rules";
import type { ListedSettlement } from "@/lib/settlement/settlement-views.rules";
import { settlementWords } from "../messages/settlements";
import { ExportLink } from "../ui/list/export-link";
import { ListCard } from "../ui/list/list-card";
import { ListFilter } from "../ui/list/list-filter";
import { PageHeader } from "../ui/page-header";
import { RefreshWhileOpen } from "../ui/refresh-while-open";
import { ClosedBatchesCard } from "./closed-batches-card";
import { GasCard } from "./gas-card";
import { SettlementTable } from "./settlement-table";
import { UnsweptCard } from "./unswept-card";

type Props = ComponentProps<typeof UnsweptCard> & {
  filter: SettlementFilter;
  /** Where the part was asked for. */
  place: ListPlace;
  part: ListPart<ListedSettlement>;
  gas: ComponentProps<typeof GasCard>["gas"];
  canExport: boolean;
};

const { filter: labels, statuses } = settlementWords;

export function SettlementList({ filter, place, part, gas, canExport, ...unswept }: Props) {
  const { projectId, chains } = unswept;
  const here = `/dashboard/projects/${projectId}/settlements`;
  const query = settlementListParams(filter);
  return (
    <>
      <RefreshWhileOpen
        open={part.items.some(({ status }) => status === "PENDING")}
        changed={part.items.map(({ id, status, txHash }) => `${id} ${status} ${txHash}`).join()}
      />
      <PageHeader
        title={settlementWords.title}
        description={settlementWords.description}
        actions={
          canExport && <ExportLink href={`/api/dashboard/projects/${projectId}/settlements.csv?${query}`} />
        }
      />
      <div className="mb-6 flex flex-col gap-4">
        <ClosedBatchesCard {...unswept} batches={unswept.unswept.closed} />
        <UnsweptCard {...unswept} />
        <GasCard chains={chains} gas={gas} />
      </div>
      <ListFilter
        path={here}
        query={query}
        fields={[
          {
            kind: "choice",
            name: "status",
            label: labels.status,
            options: settlementStatuses.map((status) => ({
              value: status.toLowerCase(),
              label: statuses[status],
            })),
          },
          {
            kind: "choice",
            name: "chain",
            label: labels.network,
            options: chains.map(({ chainId, name }) => ({ value: `${chainId}`, label: name })),
          },
        ]}
      />
      <ListCard
        path={here}
        query={query}
        place={place}
        part={part}
        cursors={settlementCursors}
        empty={{ icon: Landmark, ...settlementWords.empty }}
      >
        <SettlementTable projectId={projectId} chains={chains} settlements={part.items} />
      </ListCard>
    </>
  );
}
