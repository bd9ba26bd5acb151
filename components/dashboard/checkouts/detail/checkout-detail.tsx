import { ExternalLink } from "lucide-react";
import type { ComponentProps } from "react";
import { AcceptPaymentNotice } from "@/components/dashboard/checkouts/accept-payment";
import { CheckoutPrice, StatusBadge, tokenAmount } from "@/components/dashboard/checkouts/checkout-price";
import { detailWords as words } from "@/components/dashboard/messages/checkout-detail";
import { checkoutWords } from "@/components/dashboard/messages/checkouts";
import { refundWords } from "@/components/dashboard/messages/refunds";
import { known } from "@/components/dashboard/messages/text";
import type { CallNetwork } from "@/components/dashboard/money/call-panel";
import { chainName, displayText } from "@/components/dashboard/money/display-units";
import { RefundToPayer } from "@/components/dashboard/refunds/refund-to-payer";
import {
  RequestRefundButton,
  type RequestRefundProps,
} from "@/components/dashboard/refunds/request-refund-form";
import { Card } from "@/components/dashboard/ui/card";
import { CopyButton } from "@/components/dashboard/ui/copy-button";
import { ConfirmProjectAction } from "@/components/dashboard/ui/form/dialog";
import { Code } from "@/components/dashboard/ui/hex";
import { Link } from "@/components/dashboard/ui/link";
import { type Column, DataTable } from "@/components/dashboard/ui/list/data-table";
import { Moment } from "@/components/dashboard/ui/moment";
import { Notice } from "@/components/dashboard/ui/notice";
import { PageHeader } from "@/components/dashboard/ui/page-header";
import { RefreshWhileOpen } from "@/components/dashboard/ui/refresh-while-open";
import type { Permission } from "@/lib/accounts/roles.rules";
import type { Chain } from "@/lib/chain/chains.rules";
import type { Checkout, CheckoutDetails } from "@/lib/checkouts/checkout.rules";
import type { CheckoutHistory, HistoryLedgerEntry } from "@/lib/checkouts/dashboard/checkout-views.rules";
import {
  excessUnits,
  overpaidUnits,
  seenReturnableUnits,
} from "@/lib/checkouts/state/payment-matching.rules";
import { fill } from "@/lib/platform/i18n/message.rules";
import { checksummed } from "@/lib/platform/primitives.schema";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { cleanText } from "@/lib/platform/values/text.rules";
import { isRefundOver } from "@/lib/refunds/refund.rules";
import { CheckoutSummary } from "./checkout-summary";
import { Timeline } from "./timeline";
import { timelineItems } from "./timeline-items";
import { TransferTable } from "./transfer-table";

type Entry = HistoryLedgerEntry & { key: string };

/** The books of a checkout, newest first. */
function LedgerTable({
  ledger,
  chains,
}: {
  ledger: readonly HistoryLedgerEntry[];
  chains: readonly Chain[];
}) {
  const columns: Column<Entry>[] = [
    {
      key: "kind",
      header: words.ledgerColumns.kind,
      cell: ({ kind }) => <span className="font-medium">{known(words.ledgerKinds, kind) ?? kind}</span>,
    },
    { key: "from", header: words.ledgerColumns.from, cell: ({ from }) => words.accounts[from] },
    { key: "to", header: words.ledgerColumns.to, cell: ({ to }) => words.accounts[to] },
    {
      key: "amount",
      header: words.ledgerColumns.amount,
      align: "end",
      cell: (entry) => (
        <span className="wrap-anywhere">
          {tokenAmount(entry.amountUnits, entry, chains)}
          <span className="caption block">{chainName(chains, entry.chainId)}</span>
        </span>
      ),
    },
    { key: "time", header: words.ledgerColumns.time, cell: ({ at }) => <Moment at={at} exact /> },
  ];
  const rows = ledger.map((entry, index) => ({ ...entry, key: `${ledger.length - index}` }));
  return (
    <Card title={words.ledger} description={words.ledgerHint} flush>
      {rows.length === 0 ? (
        <p className="border-line border-t px-5 py-4 text-muted text-sm">{words.noLedger}</p>
      ) : (
        <DataTable caption={words.ledger} columns={columns} rows={rows} rowKey={({ key }) => key} />
      )}
    </Card>
  );
}

type OverpaidNoticeProps = {
  projectId: string;
  checkout: Checkout;
  refund: RefundProps;
  chains: readonly Chain[];
  mayRefund: boolean;
};

/** The amount paid above the price, and the choices. */
function OverpaidNotice({ projectId, checkout, refund, chains, mayRefund }: OverpaidNoticeProps) {
  const { chainId, tokenAddress, excessRequestedAt, excessWallet, excessDismissedAt } = checkout;
  const token = chainId === null || tokenAddress === null ? null : { chainId, tokenAddress };
  const excess = excessUnits(checkout);
  const isWaiting = excess > 0n && excessRequestedAt !== null && excessDismissedAt === null;
  const requestedWords = `${words.excessRequested} ${excessWallet === null ? words.excessUnsigned : words.excessSigned}`;
  const actions = mayRefund && (
    <span className="flex flex-wrap gap-2">
      <RefundExcess {...refund} isWaiting={isWaiting} />
      {isWaiting && <DismissRequest projectId={projectId} checkoutId={checkout.id} />}
    </span>
  );
  const what = fill(checkoutWords.overpaidBy, {
    amount: tokenAmount(overpaidUnits(checkout), token, chains),
  });
  const next = excess === 0n ? words.excessGone : isWaiting ? requestedWords : "";
  return (
    // Also with nothing left: the form behind the button shows the claim link once.
    <Notice kind={isWaiting ? "warn" : "info"} action={actions}>
      <strong className="font-semibold">{what}.</strong> {next}
    </Notice>
  );
}

function DismissRequest({ projectId, checkoutId }: { projectId: string; checkoutId: string }) {
  return (
    <ConfirmProjectAction
      projectId={projectId}
      action="dismissExcess"
      label={words.dismissExcess}
      title={words.dismissExcessTitle}
      description={words.dismissExcessHint}
      confirm={words.dismissExcess}
      input={{ checkoutId }}
    />
  );
}

/** The customer of an unpaid checkout, or of one with uncounted money, requested it back. */
function RequestedNotice({ projectId, checkout, mayRefund }: Omit<OverpaidNoticeProps, "refund" | "chains">) {
  return (
    <Notice
      kind="warn"
      action={mayRefund && <DismissRequest projectId={projectId} checkoutId={checkout.id} />}
    >
      <strong className="font-semibold">{words.moneyRequested}</strong>{" "}
      {checkout.excessWallet === null ? words.excessUnsigned : words.excessSigned}
    </Notice>
  );
}

/** Still to be answered: not dismissed, and some of the money is there. */
function hasOpenRequest({ checkout, transfers }: CheckoutDetails): boolean {
  if (checkout.excessRequestedAt === null || checkout.excessDismissedAt !== null) return false;
  const hasStrays = transfers.some(({ counts, status }) => !counts && status !== "reverted");
  return hasStrays || seenReturnableUnits(checkout) > 0n;
}

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
/** With a receipt, once paid. */
const receiptStatuses: ReadonlySet<Checkout["status"]> = new Set(["PAID", "SETTLED", "REFUNDED"]);

/** A checkout's own page. */
export function CheckoutDetail(props: Props) {
  const { projectId, details, history, json, refundable, acceptance, customerUrl, chains, may } = props;
  const refund: RefundProps = {
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
              {checkout.id}
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
            {checkout.paidAt !== null && receiptStatuses.has(checkout.status) && (
              <a
                href={new URL(`/api/c/${checkout.id}/receipt.pdf`, customerUrl).href}
                className="button-compact button-secondary"
              >
                {words.receipt}
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
        {overpaidUnits(checkout) === 0n && hasOpenRequest(details) && (
          <RequestedNotice projectId={projectId} checkout={checkout} mayRefund={may("refunds.request")} />
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

/** The refundable amount, in smallest units, and who would pay it. */
export type Refundable = Pick<RequestRefundProps, "token" | "from"> & {
  available: bigint;
  excess: bigint;
  payer: Hex | null;
};

type RefundProps = Pick<RequestRefundProps, "projectId" | "purchase" | "network" | "refunds"> & {
  checkout: Checkout;
  /** Null when nothing can be refunded. */
  refundable: Refundable | null;
  maySign: boolean;
};

const nothing: Refundable = {
  token: { symbol: "", decimals: 0, networkName: "" },
  available: 0n,
  excess: 0n,
  from: null,
  payer: null,
};

/** Refunds the amount paid above the price: to the wallet that proved itself, or by the form. */
function RefundExcess({ isWaiting, ...refund }: RefundProps & { isWaiting: boolean }) {
  const { available, ...rest } = formOf(refund);
  const form = {
    ...rest,
    available: rest.excess === "0" ? "0" : available,
    refundType: "OVERPAYMENT",
  } as const;
  return (
    <>
      <RefundToPayer {...form} maySign={refund.maySign} />
      <RequestRefundButton
        {...form}
        label={form.payer === null ? checkoutWords.refundExcess : refundWords.toPayer.other}
        variant={isWaiting && form.payer === null ? "primary" : "secondary"}
      />
    </>
  );
}

/** Requests a refund of the checkout: to the wallet that proved itself, or by the form. */
function CheckoutRefund(refund: RefundProps) {
  const refundType = likelyType(refund.checkout);
  const form = { ...formOf(refund), ...(refundType === null ? {} : { refundType }) };
  // The excess has its own button beside its notice.
  const isWhole = form.excess === "0";
  return (
    <>
      {isWhole && <RefundToPayer {...form} maySign={refund.maySign} />}
      <RequestRefundButton
        {...form}
        {...(form.payer !== null && isWhole ? { label: refundWords.toPayer.other } : {})}
      />
    </>
  );
}

function formOf({ checkout, refundable, maySign: _, ...form }: RefundProps): RequestRefundProps {
  const { available, excess, payer, ...paid } = refundable ?? nothing;
  return {
    ...form,
    ...paid,
    checkoutId: checkout.id,
    available: available.toString(),
    excess: excess.toString(),
    payer: payer === null ? null : checksummed(payer),
  };
}

function likelyType({ status }: RefundProps["checkout"]): RequestRefundProps["refundType"] | null {
  if (status === "LATE_PAID") return "LATE_PAYMENT";
  if (status === "CANCELLED") return "CANCELLATION";
  return null;
}
