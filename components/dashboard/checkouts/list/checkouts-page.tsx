import { Plus, ReceiptText } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import { Code } from "@/components/dashboard/ui/hex";
import { Link } from "@/components/dashboard/ui/link";
import type { Chain } from "@/lib/chain/chains.rules";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import {
  type CheckoutListQuery,
  checkoutCursors,
  checkoutListParams,
} from "@/lib/checkouts/dashboard/checkout-views.rules";
import type { ListPart } from "@/lib/platform/lists/list-place.rules";
import { checkoutWords as words } from "../../messages/checkouts";
import { ExportLink } from "../../ui/list/export-link";
import { ListCard } from "../../ui/list/list-card";
import { Notice } from "../../ui/notice";
import { PageHeader } from "../../ui/page-header";
import { CheckoutFilters, CheckoutPresets } from "./checkout-filters";
import { CheckoutTable } from "./checkout-table";

type Props = {
  projectId: string;
  query: CheckoutListQuery;
  part: ListPart<Checkout>;
  /** How many match, shown once counted. */
  count: ReactNode;
  chains: readonly Chain[];
  mayCreate: boolean;
  mayRefund: boolean;
  /** The terminal command that creates a checkout. */
  command: string;
};

/** The list of a project's checkouts. */
export function CheckoutsPage(props: Props) {
  const { projectId, query, part, count, chains, mayCreate, mayRefund, command } = props;
  const basePath = `/dashboard/projects/${projectId}`;
  const listPath = `${basePath}/checkouts`;
  const { filter, place, ignored } = query;
  const params = checkoutListParams(filter);
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
            <ExportLink href={`/api/dashboard/projects/${projectId}/checkouts.csv?${params}`} />
            {newButton}
          </>
        }
      />
      <div className="mb-4 [&>nav]:px-0">
        <CheckoutPresets listPath={listPath} filter={filter} />
      </div>
      <div className="flex flex-col gap-4">
        <CheckoutFilters listPath={listPath} filter={filter} chains={chains} />
        {ignored.length > 0 && <Notice kind="warn">{words.filters.ignored(ignored.join(", "))}</Notice>}
        <ListCard
          path={listPath}
          query={params}
          place={place}
          part={part}
          cursors={checkoutCursors}
          empty={nothing(command, `${basePath}/developers`, newButton)}
          below={
            <p className="caption border-line border-t px-5 py-2" role="status">
              <Suspense fallback={words.counting}>{count}</Suspense>
            </p>
          }
        >
          <CheckoutTable basePath={basePath} checkouts={part.items} chains={chains} mayRefund={mayRefund} />
        </ListCard>
      </div>
    </>
  );
}

function nothing(command: string, quickstart: string, action: ReactNode) {
  return {
    icon: ReceiptText,
    title: words.empty.none,
    action,
    text: (
      <>
        <p className="mb-3">{words.empty.noneHint}</p>
        <Code what={words.empty.command}>{command}</Code>
        <Link href={quickstart} className="text-link mt-3 inline-block">
          {words.empty.quickstart}
        </Link>
      </>
    ),
  };
}
