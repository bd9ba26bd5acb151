import { ExternalLink } from "lucide-react";
import Link from "next/link";
import type { Permission } from "@/lib/accounts/roles.rules";
import type { Chain } from "@/lib/chain/chains.rules";
import type { CheckoutDetails } from "@/lib/checkouts/checkout.rules";
import type { CheckoutHistory } from "@/lib/checkouts/checkout-history.rules";
import { overpaidUnits } from "@/lib/checkouts/overpayment.rules";
import { cleanText } from "@/lib/platform/clean-text.rules";
import { detailWords as words } from "../../messages/checkout-detail";
import { checkoutWords } from "../../messages/checkouts";
import { Card } from "../../ui/card";
import { Code } from "../../ui/code";
import { CopyButton } from "../../ui/copy-button";
import { Notice } from "../../ui/notice";
import { PageHeader } from "../../ui/page-header";
import { RefreshWhileOpen } from "../../ui/refresh-while-open";
import { AcceptLatePayment, CancelCheckout } from "./checkout-actions";
import { CheckoutRefund, type Refundable } from "./checkout-refund";
import { CheckoutSummary } from "./checkout-summary";
import { LedgerTable } from "./ledger-table";
import { OverpaidNotice } from "./overpaid-notice";
import { Timeline } from "./timeline";
import { timelineItems } from "./timeline-items";
import { TransferTable } from "./transfer-table";

type Props = {
  projectId: string;
  details: CheckoutDetails;
  history: CheckoutHistory;
  /** The checkout's resource, as text. */
  json: string;
  refundable: Refundable | null;
  customerUrl: string;
  chains: readonly Chain[];
  may: (permission: Permission) => boolean;
};

/** How many of a kind are shown at most. */
const shown = 100;

/** A checkout's own page. */
export function CheckoutDetail(props: Props) {
  const { projectId, details, history, json, refundable, customerUrl, chains, may } = props;
  const { checkout, timeline } = details;
  const basePath = `/dashboard/projects/${projectId}`;
  const waitsForDecision = checkout.status === "LATE_PAID" && checkout.lateAcceptedAt === null;
  const isCut = [timeline, history.deliveries, history.ledger].some(({ length }) => length >= shown);
  return (
    <>
      <RefreshWhileOpen open={mayChange(details, history)} changed={json} />
      <PageHeader
        title={checkout.itemName === null ? checkoutWords.untitled : cleanText(checkout.itemName)}
        description={
          <span className="inline-flex items-center gap-1 font-mono">
            {checkout.id}
            <CopyButton value={checkout.id} what={checkoutWords.columns.checkout} />
          </span>
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
            {may("refunds.request") && (
              <CheckoutRefund projectId={projectId} checkout={checkout} refundable={refundable} />
            )}
            {may("testTools.use") && chains.every(({ local }) => local) && (
              <Link
                href={`${basePath}/developers/test-tools?checkout=${checkout.id}`}
                className="button-compact button-secondary"
              >
                {words.testTools}
              </Link>
            )}
            {checkout.status === "PENDING" && may("checkouts.cancel") && (
              <CancelCheckout projectId={projectId} checkoutId={checkout.id} />
            )}
          </>
        }
      />
      <div className="flex flex-col gap-4">
        {checkout.settlementFrozen && <Notice kind="bad">{words.frozen}</Notice>}
        {waitsForDecision && (
          <Notice
            kind="warn"
            action={
              may("latePayments.accept") && (
                <AcceptLatePayment projectId={projectId} checkoutId={checkout.id} />
              )
            }
          >
            {words.lateNotice}
          </Notice>
        )}
        {overpaidUnits(checkout) > 0n && (
          <OverpaidNotice
            projectId={projectId}
            checkout={checkout}
            refundable={refundable}
            chains={chains}
            mayRefund={may("refunds.request")}
          />
        )}
        <div className="grid items-start gap-4 xl:grid-cols-2">
          <CheckoutSummary
            checkout={checkout}
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

/** Whether the page may soon be another: while somebody can pay, money is on its way, or your server is being told. */
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
    refunds.some(({ status }) => status === "PENDING" || status === "PROCESSING")
  );
}
