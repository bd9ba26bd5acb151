import { History, Undo2 } from "lucide-react";
import { AcceptPayment } from "@/components/dashboard/checkouts/accept-payment";
import { tokenAmount } from "@/components/dashboard/checkouts/checkout-price";
import { lateWords } from "@/components/dashboard/messages/checkouts";
import { displayText, shortId } from "@/components/dashboard/money/display-units";
import { TokenAmount } from "@/components/dashboard/money/token-amount";
import { displayTokenAmount } from "@/components/dashboard/refunds/refund-parts";
import { Link } from "@/components/dashboard/ui/link";
import { type Column, DataTable } from "@/components/dashboard/ui/list/data-table";
import { ListCard } from "@/components/dashboard/ui/list/list-card";
import { Moment } from "@/components/dashboard/ui/moment";
import { Notice } from "@/components/dashboard/ui/notice";
import { PageHeader } from "@/components/dashboard/ui/page-header";
import { type ProjectPage, requireProject } from "@/lib/api/dashboard/page-access";
import { titled } from "@/lib/api/dashboard/page-language";
import { getMerchant } from "@/lib/api/wiring/merchant";
import { type Chain, findToken } from "@/lib/chain/chains.rules";
import { checkoutCursors } from "@/lib/checkouts/dashboard/checkout-views.rules";
import { listLatePayments } from "@/lib/payments/accept-payment";
import { fill } from "@/lib/platform/i18n/message.rules";
import { placeOf } from "@/lib/platform/lists/list-place.rules";
import type { LatePayment } from "@/lib/settlement/dashboard/settlement-views.rules";

export const generateMetadata = titled(() => lateWords.title);

export default async function LatePage({ params, searchParams }: ProjectPage) {
  const access = await requireProject((await params).projectId);
  const deps = getMerchant();
  const place = placeOf(await searchParams, checkoutCursors);
  const part = await listLatePayments(deps, access, place);
  const may = { accept: access.may("payments.accept"), refund: access.may("refunds.request") };
  return (
    <>
      <PageHeader title={lateWords.title} description={lateWords.description} />
      <ListCard
        path={`/dashboard/projects/${access.projectId}/late`}
        place={place}
        part={part}
        cursors={checkoutCursors}
        empty={{ icon: History, ...lateWords.empty }}
      >
        <DataTable
          caption={lateWords.caption}
          columns={columnsOf(access.projectId, deps.chains, may)}
          rows={part.items}
          rowKey={({ id }) => id}
        />
      </ListCard>
      {part.items.length > 0 && (
        <div className="mt-4">
          <Notice>
            {lateWords.explain}{" "}
            <Link href={`/dashboard/projects/${access.projectId}/settings/payments`} className="text-link">
              {lateWords.settings}
            </Link>
          </Notice>
        </div>
      )}
    </>
  );
}

const { columns: headers } = lateWords;

function columnsOf(
  projectId: string,
  chains: readonly Chain[],
  may: { accept: boolean; refund: boolean },
): Column<LatePayment>[] {
  const project = `/dashboard/projects/${projectId}`;
  return [
    {
      key: "received",
      header: headers.received,
      cell: (late) => {
        const token = findToken(chains, late)?.token;
        const gone = late.refundedUnits + late.refundingUnits;
        return (
          <>
            <TokenAmount {...late} chains={chains} units={late.paidUnits} withNetwork />
            {gone > 0n && token !== undefined && (
              <span className="caption block">
                {fill(lateWords.goesBack, { amount: displayTokenAmount(gone, token) })}
              </span>
            )}
          </>
        );
      },
    },
    {
      key: "checkout",
      header: headers.checkout,
      cell: ({ id, referenceId, itemName }) => (
        <>
          <Link href={`${project}/checkouts/${id}`} className="text-link wrap-anywhere">
            {displayText(referenceId) ?? shortId(id)}
          </Link>
          {displayText(itemName) !== null && (
            <span className="caption wrap-anywhere line-clamp-1">{displayText(itemName)}</span>
          )}
        </>
      ),
    },
    {
      key: "price",
      header: headers.price,
      cell: (late) =>
        late.fiatAmount === null ? (
          <TokenAmount {...late} chains={chains} units={late.amountUnits} />
        ) : (
          `${late.fiatAmount} ${late.fiatCurrency}`
        ),
    },
    {
      key: "when",
      header: headers.when,
      cell: ({ status, paidAt, expiresAt, cancelledAt }) => (
        <>
          <Moment at={paidAt ?? expiresAt} />
          <span className="caption block">
            {status === "EXPIRED"
              ? lateWords.onlyPart
              : cancelledAt === null
                ? lateWords.afterExpiry
                : lateWords.afterCancel}
          </span>
        </>
      ),
    },
    {
      key: "act",
      header: headers.act,
      cell: ({ id, status, totalPaidUnits, amountUnits, ...token }) => (
        <span className="flex flex-wrap gap-2">
          {may.accept && (
            <AcceptPayment
              projectId={projectId}
              checkoutId={id}
              units={totalPaidUnits}
              received={tokenAmount(totalPaidUnits, token, chains)}
              price={tokenAmount(amountUnits, token, chains)}
              isPart={status === "EXPIRED"}
            />
          )}
          {may.refund && (
            <Link
              href={`${project}/refunds/new?checkout=${id}${status === "LATE_PAID" ? "&type=late_payment" : ""}`}
              className="button-compact button-secondary"
            >
              <Undo2 className="size-4" aria-hidden="true" />
              {lateWords.refund}
            </Link>
          )}
        </span>
      ),
    },
  ];
}
