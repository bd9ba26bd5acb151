import { Plus, ReceiptText } from "lucide-react";
import { Suspense } from "react";
import { BulkActions } from "@/components/dashboard/checkouts/list/bulk-actions";
import {
  CheckoutFilters,
  checkoutChips,
  checkoutPresets,
} from "@/components/dashboard/checkouts/list/checkout-filters";
import { bulkRowOf, CheckoutTable } from "@/components/dashboard/checkouts/list/checkout-table";
import { NewCheckouts } from "@/components/dashboard/checkouts/list/new-checkouts";
import { checkoutWords as words } from "@/components/dashboard/messages/checkouts";
import { counted, grouped } from "@/components/dashboard/messages/text";
import { PageHeader } from "@/components/dashboard/ui/card";
import { Link } from "@/components/dashboard/ui/link";
import { ExportLink, ListCard } from "@/components/dashboard/ui/list/list-card";
import { ListTools } from "@/components/dashboard/ui/list/list-tools";
import { Notice } from "@/components/dashboard/ui/notice";
import { type ProjectPage, requireProject } from "@/lib/api/dashboard/page-access";
import { titled } from "@/lib/api/dashboard/page-language";
import { viewsOfList } from "@/lib/api/dashboard/saved-views";
import { getMerchant } from "@/lib/api/wiring/merchant";
import {
  checkoutCursors,
  checkoutListParams,
  readCheckoutList,
} from "@/lib/checkouts/dashboard/checkout-views.rules";
import { countCheckouts, listCheckouts, readPayers } from "@/lib/checkouts/dashboard/list-checkouts";
import { fill } from "@/lib/platform/i18n/message.rules";
import { pageTimeZone } from "@/lib/platform/i18n/time-zone.rules";

export const generateMetadata = titled(() => words.title);

/** Sorts before every checkout of its moment. */
const noCheckout = `chk_${"0".repeat(26)}`;

/** The list of a project's checkouts. */
export default async function Page({ params, searchParams }: ProjectPage) {
  const access = await requireProject((await params).projectId);
  const deps = getMerchant();
  // Taken before the list is read, so that no checkout in between is missed.
  const drawnAt = deps.clock.now();
  const query = readCheckoutList(await searchParams, pageTimeZone());
  const [part, saved] = await Promise.all([
    listCheckouts(deps, access, query.filter, query.place),
    viewsOfList(deps, access, "checkouts"),
  ]);
  const payers = await readPayers(deps, part.items);
  const newest = checkoutCursors.write(part.items[0] ?? { createdAt: drawnAt, id: noCheckout });
  const { chains } = deps;
  const basePath = `/dashboard/projects/${access.projectId}`;
  const listPath = `${basePath}/checkouts`;
  const { filter, place, ignored } = query;
  const filled = checkoutListParams(filter);
  const newButton = access.may("checkouts.create") && (
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
            <ExportLink href={`/api/dashboard/projects/${access.projectId}/checkouts.csv?${filled}`} />
            {newButton}
          </>
        }
      />
      <ListTools
        {...saved}
        path={listPath}
        query={filled}
        label={words.tabs.label}
        presets={checkoutPresets()}
        chips={checkoutChips(filter, chains)}
        beside={
          place.kind === "first" && (
            <NewCheckouts projectId={access.projectId} query={filled.toString()} newest={newest} />
          )
        }
      >
        <CheckoutFilters listPath={listPath} filter={filter} chains={chains} />
      </ListTools>
      <div className="flex flex-col gap-4">
        {ignored.length > 0 && (
          <Notice kind="warn">{fill(words.filters.ignored, { names: ignored.join(", ") })}</Notice>
        )}
        <ListCard
          path={listPath}
          query={filled}
          place={place}
          part={part}
          cursors={checkoutCursors}
          empty={{
            icon: ReceiptText,
            title: words.empty.none,
            text: words.empty.noneHint,
            action: newButton,
          }}
          below={
            <p className="caption border-line border-t px-5 py-2" role="status">
              <Suspense fallback={words.counting}>
                <Count counting={countCheckouts(deps, access, filter)} />
              </Suspense>
            </p>
          }
        >
          <BulkActions
            // Another page of the list begins without a selection.
            key={part.items.map(({ id }) => id).join()}
            projectId={access.projectId}
            rows={part.items.map((checkout) => bulkRowOf(checkout, chains))}
            may={{ cancel: access.may("checkouts.cancel"), refund: access.may("refunds.request") }}
          >
            <CheckoutTable
              basePath={basePath}
              checkouts={part.items}
              chains={chains}
              mayRefund={access.may("refunds.request")}
              payers={payers}
              selectable
            />
          </BulkActions>
        </ListCard>
      </div>
    </>
  );
}

/** Drawn when it is counted: the list does not wait for it. */
async function Count({ counting }: { counting: ReturnType<typeof countCheckouts> }) {
  const count = await counting;
  if (count === null) return words.notCounted;
  return count.isMore
    ? fill(words.countedMore, { count: grouped(count.total) })
    : counted(words.counted, count.total);
}
