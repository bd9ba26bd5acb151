import { Undo2 } from "lucide-react";
import { refundStatusText, refundWords } from "@/components/dashboard/messages/refunds";
import { callNetwork } from "@/components/dashboard/money/call-network";
import { RefundTable, signableRows } from "@/components/dashboard/refunds/refund-table";
import { SignRefunds } from "@/components/dashboard/refunds/sign-refunds";
import { PageHeader } from "@/components/dashboard/ui/card";
import { ExportLink, ListCard } from "@/components/dashboard/ui/list/list-card";
import { ListFilter } from "@/components/dashboard/ui/list/list-filter";
import { chipsOf, dayChips, ListTools } from "@/components/dashboard/ui/list/list-tools";
import { type ProjectPage, requireProject } from "@/lib/api/dashboard/page-access";
import { titled } from "@/lib/api/dashboard/page-language";
import { viewsOfList } from "@/lib/api/dashboard/saved-views";
import { getMerchant } from "@/lib/api/wiring/merchant";
import { type RefundType, refundStatuses, refundTypes } from "@/lib/checkouts/refund-facts.rules";
import { pageTimeZone } from "@/lib/platform/i18n/time-zone.rules";
import { placeOf } from "@/lib/platform/lists/list-place.rules";
import { listProjectRefunds } from "@/lib/refunds/dashboard/read-refunds";
import {
  everyRefund,
  listingOf,
  readRefundFilter,
  refundCursors,
  refundGroupNames,
  refundListParams,
} from "@/lib/refunds/dashboard/refund-views.rules";

export const generateMetadata = titled(() => refundWords.title);

export default async function RefundsPage({ params, searchParams }: ProjectPage) {
  const access = await requireProject((await params).projectId);
  const query = await searchParams;
  const deps = getMerchant();
  const place = placeOf(query, refundCursors);
  const filter = readRefundFilter(query, pageTimeZone());
  const [part, saved] = await Promise.all([
    listProjectRefunds(deps, access, listingOf(filter), place),
    viewsOfList(deps, access, "refunds"),
  ]);
  const { projectId } = access;
  const here = `/dashboard/projects/${projectId}/refunds`;
  const filled = refundListParams(filter);
  const signable = access.may("refunds.sign") ? signableRows(part.items, deps.chains) : [];
  const table = (
    <RefundTable
      projectId={projectId}
      chains={deps.chains}
      refunds={part.items}
      selectable={signable.map(({ id }) => id)}
    />
  );
  return (
    <>
      <PageHeader
        title={refundWords.title}
        description={refundWords.description}
        actions={
          access.may("project.export") && (
            <ExportLink href={`/api/dashboard/projects/${projectId}/refunds.csv?${filled}`} />
          )
        }
      />
      <ListTools
        {...saved}
        path={here}
        query={filled}
        presets={refundGroupNames.map((name) => ({
          label: groups[name],
          query: refundListParams({ ...everyRefund, status: name }),
        }))}
        chips={refundChips(filled)}
      >
        <ListFilter
          path={here}
          query={filled}
          fields={[
            {
              kind: "choice",
              name: "status",
              label: labels.status,
              options: [
                ...refundGroupNames.map((name) => ({ value: name.toLowerCase(), label: groups[name] })),
                ...refundStatuses.map((status) => ({
                  value: status.toLowerCase(),
                  label: refundStatusText(status) ?? status,
                })),
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
      </ListTools>
      <ListCard
        path={here}
        query={filled}
        place={place}
        part={part}
        cursors={refundCursors}
        empty={{
          icon: Undo2,
          title: refundWords.empty.title,
          text: refundWords.empty.text,
          next: { href: `/dashboard/projects/${projectId}/checkouts`, label: refundWords.empty.next },
        }}
      >
        {signable.length === 0 ? (
          table
        ) : (
          <SignRefunds
            // Another page of the list begins without a selection.
            key={signable.map(({ id }) => id).join()}
            projectId={projectId}
            rows={signable}
            networks={[...new Set(signable.map(({ chainId }) => chainId))].map((chainId) => ({
              chainId,
              ...callNetwork(deps.chains, chainId),
            }))}
          >
            {table}
          </SignRefunds>
        )}
      </ListCard>
    </>
  );
}

const { groups, types, filter: labels } = refundWords;

function refundChips(query: URLSearchParams) {
  return chipsOf(query, {
    status: (value) => {
      const status = value.toUpperCase();
      const group = refundGroupNames.find((name) => name === status);
      return group === undefined ? (refundStatusText(status) ?? value) : groups[group];
    },
    type: (value) => types[value.toUpperCase() as RefundType],
    ...dayChips,
  });
}
