import { ChevronRight, ExternalLink } from "lucide-react";
import type { ComponentProps } from "react";
import { CheckoutPrice, StatusBadge } from "@/components/dashboard/checkouts/checkout-price";
import { detailWords as words } from "@/components/dashboard/messages/checkout-detail";
import { checkoutWords } from "@/components/dashboard/messages/checkouts";
import { counted } from "@/components/dashboard/messages/text";
import type { CallNetwork } from "@/components/dashboard/money/call-panel";
import { displayText } from "@/components/dashboard/money/display-units";
import { Badge, Card, Facts, PageHeader } from "@/components/dashboard/ui/card";
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
import { contactsIn } from "@/lib/refunds/contacts.rules";
import { CheckoutRefund, type CheckoutRefundProps, type Refundable } from "./checkout-refund";
import { checkoutState } from "./checkout-steps";
import { CheckoutSummary, technicalFacts } from "./checkout-summary";
import {
  AcceptPaymentNotice,
  hasMoneyBack,
  MoneyBackNotice,
  OverpaidNotice,
  UncountedNotice,
} from "./money-notices";
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
  /** The service can send e-mail. */
  canMail: boolean;
  customerUrl: string;
  chains: readonly Chain[];
  may: (permission: Permission) => boolean;
};

/** Limit of rows per list. */
const maxRows = 100;

/** A checkout's own page: where it stands and what is due; the rest folds. */
export function CheckoutDetail(props: Props) {
  const { projectId, details, history, json, refundable, acceptance, chains, may } = props;
  const refund: CheckoutRefundProps = {
    projectId,
    checkout: details.checkout,
    refundable,
    purchase: { item: displayText(details.checkout.itemName), shop: props.shopName },
    contacts: props.canMail ? contactsIn(details.timeline.map((entry) => entry.details)) : [],
    network: props.network,
    refunds: history.refunds,
  };
  const { checkout } = details;
  const isMoneyBack = overpaidUnits(checkout) === 0n && hasMoneyBack(details);
  const state = checkoutState(checkout);
  const notice = { projectId, checkout, chains };
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
            {state !== null && <span className="mt-1 block">{words.states[state]}</span>}
          </>
        }
        back={{ href: `/dashboard/projects/${projectId}/checkouts`, label: words.back }}
        actions={may("refunds.request") && <CheckoutRefund {...refund} isDue={isMoneyBack} />}
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
            isDue={!isMoneyBack}
          />
        )}
        {isMoneyBack ? (
          <MoneyBackNotice {...notice} mayRefund={may("refunds.request")} />
        ) : (
          <UncountedNotice
            basePath={`/dashboard/projects/${projectId}`}
            checkout={checkout}
            transfers={details.transfers}
            refunds={history.refunds}
            chains={chains}
          />
        )}
        {overpaidUnits(checkout) > 0n && (
          <OverpaidNotice {...notice} refund={refund} mayRefund={may("refunds.request")} />
        )}
        <Card>
          <CheckoutSummary projectId={projectId} details={details} history={history} chains={chains} />
          <Ways {...props} />
        </Card>
        <Technical {...props} />
      </div>
    </>
  );
}

/** The customer's page and papers, and what is seldom done. */
function Ways({ projectId, details: { checkout }, customerUrl, chains, may }: Props) {
  const basePath = `/dashboard/projects/${projectId}`;
  const file = fileOf(checkout);
  const quiet = "button-compact button-quiet";
  return (
    <div className="-mx-3 -mb-1 mt-4 flex flex-wrap gap-1 border-line border-t pt-3">
      <a href={customerUrl} target="_blank" rel="noopener noreferrer" className={quiet}>
        {words.openPage}
        <ExternalLink className="size-4" aria-hidden="true" />
      </a>
      <CopyButton value={customerUrl} what={words.copyLink} withLabel={copyVariant(checkout)} />
      {file !== null && (
        <a
          href={`/api${basePath}/checkouts/${checkout.id}/${file}.pdf?language=${dashboardLanguage()}`}
          className={quiet}
        >
          {words[file]}
        </a>
      )}
      {may("testTools.use") && chains.every(({ local }) => local) && (
        <Link href={`${basePath}/developers/test-tools?checkout=${checkout.id}`} className={quiet}>
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
    </div>
  );
}

/** A checkout made by hand waits for its link to reach the customer. */
function copyVariant({ status, createdVia, totalPaidUnits }: Checkout): "primary" | "quiet" {
  return status === "PENDING" && createdVia === "dashboard" && totalPaidUnits === 0n ? "primary" : "quiet";
}

/** The records, each once. */
function Technical({ projectId, details, history, json, chains, may }: Props) {
  const { timeline } = details;
  const { deliveries, ledger, scannedBlocks } = history;
  const isCut = [timeline, deliveries, ledger].some(({ length }) => length >= maxRows);
  const failed = deliveries.filter(
    ({ status, attemptCount }) => status === "FAILED" || (status === "PENDING" && attemptCount > 0),
  ).length;
  return (
    // Open where a webhook failed: what it answered and the button that sends it again are inside.
    <details open={failed > 0}>
      <summary className="flex min-h-9 w-fit list-none items-center gap-1 rounded-md text-muted text-sm hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight className="chevron size-4" aria-hidden="true" />
        {words.technical}
        {failed > 0 && (
          <span className="ms-2">
            <Badge tone="warn">{counted(words.undelivered, failed)}</Badge>
          </span>
        )}
      </summary>
      <div className="mt-2 flex flex-col gap-4">
        <div className="grid items-start gap-4 xl:grid-cols-2">
          <Card>
            <Facts facts={technicalFacts(details.checkout, chains)} />
          </Card>
          <Card title={words.timeline} description={isCut ? words.timelineCut : undefined}>
            <Timeline
              projectId={projectId}
              items={timelineItems(details, history, chains)}
              chains={chains}
              mayResend={may("webhooks.manage")}
            />
          </Card>
        </div>
        <TransferTable details={details} scannedBlocks={scannedBlocks} chains={chains} />
        <LedgerTable ledger={ledger} chains={chains} />
        <Card title={words.json}>
          <Code what={words.jsonWhat}>{json}</Code>
        </Card>
      </div>
    </details>
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
