import { ExternalLink } from "lucide-react";
import type { ComponentProps } from "react";
import { CheckoutPrice, StatusBadge } from "@/components/dashboard/checkouts/checkout-price";
import { detailWords as words } from "@/components/dashboard/messages/checkout-detail";
import { checkoutWords } from "@/components/dashboard/messages/checkouts";
import type { CallNetwork } from "@/components/dashboard/money/call-panel";
import { displayText } from "@/components/dashboard/money/display-units";
import { Card, PageHeader } from "@/components/dashboard/ui/card";
import { CopyButton } from "@/components/dashboard/ui/copy-button";
import { ConfirmProjectAction } from "@/components/dashboard/ui/form/dialog";
import { Code } from "@/components/dashboard/ui/hex";
import { Link } from "@/components/dashboard/ui/link";
import { Notice } from "@/components/dashboard/ui/notice";
import { RefreshWhileOpen } from "@/components/dashboard/ui/refresh-while-open";
import type { Permission } from "@/lib/accounts/roles.rules";
import type { Chain } from "@/lib/chain/chains.rules";
import { type Checkout, type CheckoutDetails, isPaid } from "@/lib/checkouts/checkout.rules";
import type { CheckoutHistory } from "@/lib/checkouts/dashboard/checkout-views.rules";
import { isRefundOver } from "@/lib/checkouts/refund-facts.rules";
import { overpaidUnits } from "@/lib/checkouts/state/overpayment.rules";
import { dashboardLanguage } from "@/lib/platform/i18n/language.rules";
import { cleanText } from "@/lib/platform/values/text.rules";
import { CheckoutRefund, type CheckoutRefundProps, type Refundable } from "./checkout-refund";
import { CheckoutSummary } from "./checkout-summary";
import { AcceptPaymentNotice, hasMoneyBack, MoneyBackNotice, OverpaidNotice } from "./money-notices";
import { Timeline } from "./timeline";
import { timelineItems } from "./timeline-items";
import { LedgerTable, TransferTable } from "./transfer-table";

type Props = {
  projectId: string;
  details: CheckoutDetails;
  history: CheckoutHistory;
  /** The checkout's resource, as text. */
  json: string;
  refundable: Refundable | null;
  /** What can be accepted as payment; null for nothing. */
  acceptance: ComponentProps<typeof AcceptPaymentNotice>["acceptance"] | null;
  /** For the wallet that signs; null before the checkout has a network. */
  network: CallNetwork | null;
  shopName: string;
  customerUrl: string;
  chains: readonly Chain[];
  may: (permission: Permission) => boolean;
};

/** Limit of rows per list. */
const maxRows = 100;

/** A checkout's own page. */
export function CheckoutDetail(props: Props) {
  const { projectId, details, history, json, refundable, acceptance, customerUrl, chains, may } = props;
  const refund: CheckoutRefundProps = {
    projectId,
    checkout: details.checkout,
    refundable,
    purchase: { item: displayText(details.checkout.itemName), shop: props.shopName },
    network: props.network,
    refunds: history.refunds,
    maySign: may("refunds.sign"),
  };
  const { checkout, timeline } = details;
  const basePath = `/dashboard/projects/${projectId}`;
  const file = fileOf(checkout);
  const isCut = [timeline, history.deliveries, history.ledger].some(({ length }) => length >= maxRows);
  return (
    <>
      <RefreshWhileOpen open={mayChange(details, history)} changed={json} />
      <PageHeader
        title={checkout.itemName === null ? checkoutWords.untitled : cleanText(checkout.itemName)}
        description={
          <>
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink text-long">
              <CheckoutPrice checkout={checkout} chains={chains} />
              <StatusBadge status={checkout.status} isLateAccepted={checkout.lateAcceptedAt !== null} />
            </span>
            <span className="wrap-anywhere mt-1 inline-flex items-center gap-1 font-mono">
              <span translate="no">{checkout.id}</span>
              <CopyButton value={checkout.id} what={checkoutWords.columns.checkout} />
            </span>
          </>
        }
        back={{ href: `${basePath}/checkouts`, label: words.back }}
        actions={
          <>
            <a
              href={customerUrl}
              target="_blank"
              rel="noopener noreferrer"
              className="button-compact button-secondary"
            >
              {words.openPage}
              <ExternalLink className="size-4" aria-hidden="true" />
            </a>
            <CopyButton value={customerUrl} what={words.copyLink} withLabel />
            {file !== null && (
              <a
                href={`/api${basePath}/checkouts/${checkout.id}/${file}.pdf?language=${dashboardLanguage()}`}
                className="button-compact button-secondary"
              >
                {words[file]}
              </a>
            )}
            {may("refunds.request") && <CheckoutRefund {...refund} />}
            {may("testTools.use") && chains.every(({ local }) => local) && (
              <Link
                href={`${basePath}/developers/test-tools?checkout=${checkout.id}`}
                className="button-compact button-secondary"
              >
                {words.testTools}
              </Link>
            )}
            {checkout.status === "PENDING" && may("checkouts.cancel") && (
              <ConfirmProjectAction
                projectId={projectId}
                action="cancelCheckout"
                label={words.cancel}
                variant="danger"
                title={words.cancelTitle}
                description={words.cancelHint}
                confirm={words.cancelConfirm}
                input={{ checkoutId: checkout.id }}
              />
            )}
          </>
        }
      />
      <div className="flex flex-col gap-4">
        {checkout.settlementFrozen && <Notice kind="bad">{words.frozen}</Notice>}
        {acceptance !== null && (
          <AcceptPaymentNotice
            projectId={projectId}
            checkout={checkout}
            acceptance={acceptance}
            chains={chains}
            mayAccept={may("payments.accept")}
          />
        )}
        {overpaidUnits(checkout) === 0n && hasMoneyBack(details) && (
          <MoneyBackNotice
            projectId={projectId}
            checkout={checkout}
            chains={chains}
            mayRefund={may("refunds.request")}
          />
        )}
        {overpaidUnits(checkout) > 0n && (
          <OverpaidNotice
            projectId={projectId}
            checkout={checkout}
            refund={refund}
            chains={chains}
            mayRefund={may("refunds.request")}
          />
        )}
        <div className="grid items-start gap-4 xl:grid-cols-2">
          <CheckoutSummary
            checkout={checkout}
            transfers={details.transfers}
            paymentLink={history.paymentLink}
            basePath={basePath}
            chains={chains}
          />
          <Card title={words.timeline} description={isCut ? words.timelineCut : words.timelineHint}>
            <Timeline
              projectId={projectId}
              items={timelineItems(details, history, chains)}
              chains={chains}
              mayResend={may("webhooks.manage")}
            />
          </Card>
        </div>
        <TransferTable details={details} scannedBlocks={history.scannedBlocks} chains={chains} />
        <LedgerTable ledger={history.ledger} chains={chains} />
        <details className="rounded-2xl border border-line bg-card">
          <summary className="min-h-12 px-5 py-3 font-semibold">{words.json}</summary>
          <div className="px-5 pb-4">
            <Code what={words.jsonWhat}>{json}</Code>
          </div>
        </details>
      </div>
    </>
  );
}

/** Whether the page may soon change: someone can pay, money is on its way, or a webhook is pending. */
function mayChange(
  { checkout, transfers }: CheckoutDetails,
  { deliveries, refunds, settlements }: CheckoutHistory,
) {
  return (
    checkout.status === "PENDING" ||
    checkout.status === "DETECTED" ||
    transfers.some(({ status }) => status === "pending") ||
    deliveries.some(({ status }) => status === "PENDING") ||
    settlements.some(({ status }) => status === "PENDING") ||
    refunds.some(({ status }) => !isRefundOver(status))
  );
}

/** What its customer can be given as a file. */
function fileOf({ status, paidAt, lateAcceptedAt, expiresAt }: Checkout): "receipt" | "invoice" | null {
  if (paidAt !== null && (isPaid(status, lateAcceptedAt !== null) || status === "REFUNDED")) return "receipt";
  return status === "PENDING" && expiresAt.getTime() > Date.now() ? "invoice" : null;
}
