import { Download, Plus, ReceiptText, SearchX } from "lucide-react";
import Link from "next/link";
import { type ReactNode, Suspense } from "react";
import type { Chain } from "@/lib/core/chains";
import type { Checkout } from "@/lib/core/checkout";
import {
  type CheckoutCursor,
  type CheckoutListQuery,
  type CheckoutPlace,
  checkoutListParams,
  isFiltered,
} from "@/lib/core/dashboard/checkout-filter";
import { checkoutWords as words } from "../messages/checkouts";
import { Card } from "../ui/card";
import { Code } from "../ui/code";
import { EmptyState } from "../ui/empty-state";
import { EndOfList } from "../ui/end-of-list";
import { Notice } from "../ui/notice";
import { PageHeader } from "../ui/page-header";
import { Pager } from "../ui/pager";
import { CheckoutFilters, CheckoutPresets } from "./checkout-filters";
import { CheckoutTable } from "./checkout-table";

type Props = {
  projectId: string;
  query: CheckoutListQuery;
  page: { items: readonly Checkout[]; hasNewer: boolean; hasOlder: boolean };
  /** How many fit, drawn once it is counted. */
  count: ReactNode;
  chains: readonly Chain[];
  mayCreate: boolean;
  /** What makes a checkout from a terminal. */
  command: string;
};

/** The list of a project's checkouts. */
export function CheckoutsPage({ projectId, query, page, count, chains, mayCreate, command }: Props) {
  const basePath = `/dashboard/projects/${projectId}`;
  const listPath = `${basePath}/checkouts`;
  const { filter, place, ignored } = query;
  const params = checkoutListParams(filter).toString();
  const isEverything = !isFiltered(filter) && place.kind === "first";
  const newButton = mayCreate && (
    <Link href={`${listPath}/new`} className="button-compact button-primary">
      <Plus className="size-4" aria-hidden="true" />
      {words.create}
    </Link>
  );
  return (
    <>
      <PageHeader
        title={words.title}
        description={words.description}
        actions={
          <>
            <a
              href={`/api/dashboard/projects/${projectId}/checkouts.csv${params === "" ? "" : `?${params}`}`}
              download
              title={words.exportHint}
              className="button-compact button-secondary"
            >
              <Download className="size-4" aria-hidden="true" />
              {words.exportCsv}
            </a>
            {newButton}
          </>
        }
      />
      <CheckoutPresets listPath={listPath} filter={filter} />
      <div className="flex flex-col gap-4">
        <CheckoutFilters listPath={listPath} filter={filter} chains={chains} />
        {ignored.length > 0 && <Notice kind="warn">{words.filters.ignored(ignored.join(", "))}</Notice>}
        <Card flush>
          {page.items.length > 0 ? (
            <CheckoutTable basePath={basePath} checkouts={page.items} chains={chains} />
          ) : isEverything ? (
            <Nothing command={command} quickstart={`${basePath}/developers`} action={newButton} />
          ) : place.kind !== "first" ? (
            <EndOfList side={place.kind} first={`${listPath}?${params}`} />
          ) : (
            <NothingFits listPath={listPath} />
          )}
          <Pager {...steps(listPath, query, page)} summary={undefined} />
          {page.items.length > 0 && (
            <p className="caption border-line border-t px-5 py-2" role="status">
              <Suspense fallback={words.counting}>{count}</Suspense>
            </p>
          )}
        </Card>
      </div>
    </>
  );
}

function steps(
  listPath: string,
  { filter }: CheckoutListQuery,
  { items, hasNewer, hasOlder }: Props["page"],
): { previous: string | null; next: string | null } {
  const to = (kind: "after" | "before", checkout: Checkout | undefined): string | null => {
    if (checkout === undefined) return null;
    const cursor: CheckoutCursor = { createdAt: checkout.createdAt, id: checkout.id };
    const place: CheckoutPlace = { kind, cursor };
    return `${listPath}?${checkoutListParams(filter, place)}`;
  };
  return {
    previous: hasNewer ? to("before", items[0]) : null,
    next: hasOlder ? to("after", items.at(-1)) : null,
  };
}

function Nothing({
  command,
  quickstart,
  action,
}: {
  command: string;
  quickstart: string;
  action: ReactNode;
}) {
  return (
    <EmptyState icon={ReceiptText} title={words.empty.none} action={action}>
      <p className="mb-3">{words.empty.noneHint}</p>
      <Code what={words.empty.command}>{command}</Code>
      <Link href={quickstart} className="text-link mt-3 inline-block">
        {words.empty.quickstart}
      </Link>
    </EmptyState>
  );
}

function NothingFits({ listPath }: { listPath: string }) {
  return (
    <EmptyState
      icon={SearchX}
      title={words.empty.filtered}
      action={
        <Link href={listPath} className="button-compact button-secondary">
          {words.empty.showAll}
        </Link>
      }
    >
      {words.empty.filteredHint}
    </EmptyState>
  );
}
