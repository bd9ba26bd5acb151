import { Download, Landmark } from "lucide-react";
import Link from "next/link";
import type { ComponentProps } from "react";
import type { ListPart, ListPlace } from "@/lib/core/dashboard/list-place";
import {
  type SettlementFilter,
  settlementListParams,
  settlementStatuses,
} from "@/lib/core/dashboard/settlement-filter";
import type { ListedSettlement } from "@/lib/core/dashboard/settlement-views";
import { settlementWords } from "../messages/settlements";
import { ListFilter } from "../money/list-filter";
import { Card } from "../ui/card";
import { EmptyState } from "../ui/empty-state";
import { EndOfList } from "../ui/end-of-list";
import { PageHeader } from "../ui/page-header";
import { Pager } from "../ui/pager";
import { RefreshWhileOpen } from "../ui/refresh-while-open";
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

export function SettlementList({ filter, place: from, part, gas, canExport, ...unswept }: Props) {
  const { projectId, chains } = unswept;
  const here = `/dashboard/projects/${projectId}/settlements`;
  const query = settlementListParams(filter);
  const at = (place: typeof part.newer) =>
    place === null ? null : `${here}?${settlementListParams(filter, place)}`;
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
          canExport && (
            <a
              href={`/api/dashboard/projects/${projectId}/settlements.csv?${query}`}
              className="button-compact button-secondary"
              download
            >
              <Download className="size-4" aria-hidden="true" />
              {labels.export}
            </a>
          )
        }
      />
      <div className="mb-6 flex flex-col gap-4">
        <UnsweptCard {...unswept} />
        <GasCard chains={chains} gas={gas} />
      </div>
      <ListFilter
        key={query.toString()}
        action={here}
        isFiltered={query.size > 0}
        fields={[
          {
            kind: "choice",
            name: "status",
            label: labels.status,
            value: filter.status?.toLowerCase() ?? "",
            options: settlementStatuses.map((status) => ({
              value: status.toLowerCase(),
              label: statuses[status],
            })),
          },
          {
            kind: "choice",
            name: "chain",
            label: labels.network,
            value: filter.chainId === null ? "" : `${filter.chainId}`,
            options: chains.map(({ chainId, name }) => ({ value: `${chainId}`, label: name })),
          },
        ]}
      />
      <Card flush>
        {part.items.length > 0 ? (
          <SettlementTable projectId={projectId} chains={chains} settlements={part.items} />
        ) : from.kind !== "first" ? (
          <EndOfList side={from.kind} first={`${here}?${query}`} />
        ) : query.size > 0 ? (
          <EmptyState icon={Landmark} title={settlementWords.noneFound.title}>
            <Link href={here} className="text-link">
              {settlementWords.noneFound.clear}
            </Link>
          </EmptyState>
        ) : (
          <EmptyState icon={Landmark} title={settlementWords.empty.title}>
            {settlementWords.empty.text}
          </EmptyState>
        )}
        <Pager previous={at(part.newer)} next={at(part.older)} />
      </Card>
    </>
  );
}
