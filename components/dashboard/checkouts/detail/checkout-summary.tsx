import type { ReactNode } from "react";
import { tokenAmount } from "@/components/dashboard/checkouts/checkout-price";
import { detailWords } from "@/components/dashboard/messages/checkout-detail";
import { checkoutWords } from "@/components/dashboard/messages/checkouts";
import { refundWords } from "@/components/dashboard/messages/refunds";
import { chainName, displayText, explorerUrl } from "@/components/dashboard/money/display-units";
import { RefundBadge } from "@/components/dashboard/refunds/refund-parts";
import { CopyButton } from "@/components/dashboard/ui/copy-button";
import { ShortHex } from "@/components/dashboard/ui/hex";
import { Link } from "@/components/dashboard/ui/link";
import { Moment } from "@/components/dashboard/ui/moment";
import { Steps } from "@/components/ui/steps";
import { type Chain, findToken } from "@/lib/chain/chains.rules";
import type { TokenRef } from "@/lib/chain/token.rules";
import type { Checkout, CheckoutDetails } from "@/lib/checkouts/checkout.rules";
import type { CheckoutHistory } from "@/lib/checkouts/dashboard/checkout-views.rules";
import { customerOf } from "@/lib/checkouts/dashboard/customer.rules";
import { dueUnits } from "@/lib/checkouts/state/payment-matching.rules";
import { fill } from "@/lib/platform/i18n/message.rules";
import { cleanText } from "@/lib/platform/values/text.rules";
import { rateProviderName } from "@/lib/rates/rate-consensus.rules";
import { contactsIn } from "@/lib/refunds/contacts.rules";
import { checkoutSteps } from "./checkout-steps";

const words = detailWords.facts;

type Props = {
  projectId: string;
  details: CheckoutDetails;
  history: CheckoutHistory;
  chains: readonly Chain[];
};

/** Progress, customer and refunds of a checkout. */
export function CheckoutSummary({ projectId, details, history, chains }: Props) {
  const { checkout } = details;
  const steps = checkoutSteps(details);
  const basePath = `/dashboard/projects/${projectId}`;
  const facts = withValues([
    ...customerFacts(details, chains),
    ...orderFacts(checkout, history.paymentLink, basePath),
    ...moneyFacts(checkout, history.refunds, chains),
  ]);
  return (
    <>
      <Steps
        label={refundWords.detail.steps}
        words={steps.map(({ name }) => detailWords.steps[name])}
        notes={steps.map(({ name, at }) => at && <Moment key={name} at={at} short />)}
        done={steps.filter(({ isDone }) => isDone).length}
        doneWord={detailWords.stepDone}
        isNextActive={false}
        className="grid-cols-2 sm:grid-cols-4"
      />
      <dl className="grid grid-cols-2 gap-x-8 gap-y-3 text-sm lg:grid-cols-4">
        {facts.map(({ label, value }) => (
          <div key={label} className="min-w-0">
            <dt className="text-muted">{label}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {history.refunds.length > 0 && (
        <Refunds basePath={basePath} checkout={checkout} refunds={history.refunds} chains={chains} />
      )}
    </>
  );
}

type RefundsProps = {
  basePath: string;
  checkout: Checkout;
  refunds: CheckoutHistory["refunds"];
  chains: readonly Chain[];
};

/** Each refund with its status, and the button for what the shop has to do. */
function Refunds({ basePath, checkout, refunds, chains }: RefundsProps) {
  return (
    <ul aria-label={detailWords.refunds} className="mt-4 divide-y divide-line border-line border-t text-sm">
      {refunds.map((refund) => {
        const { refundId, amountUnits, status, createdAt } = refund;
        const amount = tokenAmount(amountUnits, tokenOf(checkout), chains);
        const isDue = status === "AWAITING_SIGNATURE" || status === "AWAITING_APPROVAL";
        return (
          <li key={refundId} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <span className="font-medium">{fill(detailWords.refundOf, { amount })}</span>
            <RefundBadge refund={refund} />
            <span className="caption">
              <Moment at={createdAt} short />
            </span>
            <Link
              href={`${basePath}/refunds/${refundId}`}
              className={isDue ? "button-compact button-primary ms-auto" : "text-link ms-auto min-h-9"}
            >
              {isDue ? detailWords.refundDue[status] : detailWords.refundView}
              <span className="sr-only"> {amount}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

type Fact = { label: string; value: ReactNode };

function withValues(facts: readonly Fact[]): Fact[] {
  return facts.filter(({ value }) => value !== null);
}

function tokenOf({ chainId, tokenAddress }: Checkout): TokenRef | null {
  return chainId === null || tokenAddress === null ? null : { chainId, tokenAddress };
}

/** Who pays: by the shop's own data, else by the wallets whose payments count; and where they want an answer. */
function customerFacts({ checkout, transfers, timeline }: CheckoutDetails, chains: readonly Chain[]): Fact[] {
  const counted = transfers.filter(({ counts, status }) => counts && status !== "reverted");
  const payers = [...new Set(counted.map(({ fromAddress }) => fromAddress))];
  const customer = customerOf(checkout.metadata, null);
  const contacts = contactsIn(timeline.map(({ details }) => details));
  return [
    {
      label: checkoutWords.columns.customer,
      value:
        customer?.kind === "name" || customer?.kind === "email" ? (
          <bdi>{displayText(customer.text)}</bdi>
        ) : payers.length === 0 ? null : (
          <span className="flex flex-col">
            {payers.map((payer) => (
              <AddressLink key={payer} {...{ checkout, chains }} value={payer} what={words.payer} />
            ))}
          </span>
        ),
    },
    {
      label: words.contact,
      value:
        contacts.length === 0 ? null : (
          <>
            {contacts.map((contact) => (
              <span key={contact} className="block">
                {displayText(contact)}
              </span>
            ))}
            <span className="caption block">{words.contactHint}</span>
          </>
        ),
    },
  ];
}

function moneyFacts(
  checkout: Checkout,
  refunds: CheckoutHistory["refunds"],
  chains: readonly Chain[],
): Fact[] {
  const { chainId, amountUnits, acceptedUnits, totalPaidUnits, refundedUnits } = checkout;
  const token = tokenOf(checkout);
  const amount = (units: bigint) => tokenAmount(units, token, chains);
  const isOpen = checkout.status === "PENDING" || checkout.status === "DETECTED";
  const due = amountUnits === null ? 0n : dueUnits(amountUnits, acceptedUnits);
  const remaining = due - totalPaidUnits;
  const isUneven = totalPaidUnits > 0n && totalPaidUnits !== amountUnits;
  const isListed = refunds.some(({ status }) => status === "COMPLETED");
  return [
    {
      label: words.network,
      value: chainId === null ? detailWords.notChosen : chainName(chains, chainId),
    },
    { label: words.paid, value: isUneven ? amount(totalPaidUnits) : null },
    {
      label: words.accepted,
      value:
        amountUnits === null || due === amountUnits
          ? null
          : fill(words.acceptedOf, { accepted: amount(due), price: amount(amountUnits) }),
    },
    {
      label: words.remaining,
      value: isOpen && isUneven && remaining > 0n ? amount(remaining) : null,
    },
    // Sent without a request: no refund tells it.
    { label: words.refunded, value: refundedUnits > 0n && !isListed ? amount(refundedUnits) : null },
    { label: words.expires, value: isOpen ? <Moment at={checkout.expiresAt} /> : null },
  ];
}

function Rate({ checkout, chains }: { checkout: Checkout; chains: readonly Chain[] }) {
  const { exchangeRateUsed, exchangeRateAt, exchangeRateProvider, fiatCurrency, chainId, tokenAddress } =
    checkout;
  if (exchangeRateUsed === null || fiatCurrency === null || chainId === null || tokenAddress === null)
    return detailWords.none;
  const symbol = findToken(chains, { chainId, tokenAddress })?.token.symbol ?? checkoutWords.unknownToken;
  const providers = (exchangeRateProvider?.split("+") ?? []).flatMap((name) => rateProviderName(name) ?? []);
  return (
    <>
      {fill(detailWords.rate, { rate: exchangeRateUsed, currency: fiatCurrency, token: symbol })}
      <span className="caption block">
        {providers.length > 0 && `${fill(detailWords.rateSource, { providers: providers.join(", ") })}, `}
        {exchangeRateAt !== null && <Moment at={exchangeRateAt} exact />}
      </span>
    </>
  );
}

type AddressProps = { checkout: Checkout; chains: readonly Chain[]; value: string; what: string };

function AddressLink({ checkout: { chainId }, chains, value, what }: AddressProps) {
  const href = chainId === null ? null : explorerUrl(chains, chainId, "address", value);
  return <ShortHex value={value} what={what} href={href} />;
}

/** Facts for "Technical details". */
export function technicalFacts(checkout: Checkout, chains: readonly Chain[]): Fact[] {
  const { id, depositAddress, merchantAddress, paidUnits, totalPaidUnits, status, expiresAt } = checkout;
  const address = (value: string, what: string) => <AddressLink {...{ checkout, chains, value, what }} />;
  const metadata = Object.entries(checkout.metadata ?? {});
  return withValues([
    {
      label: checkoutWords.columns.checkout,
      value: (
        <span className="inline-flex items-center gap-1 font-mono">
          <span translate="no">{id}</span>
          <CopyButton value={id} what={checkoutWords.columns.checkout} />
        </span>
      ),
    },
    {
      label: words.rate,
      value: checkout.exchangeRateUsed === null ? null : <Rate checkout={checkout} chains={chains} />,
    },
    {
      label: words.final,
      value: paidUnits === totalPaidUnits ? null : tokenAmount(paidUnits, tokenOf(checkout), chains),
    },
    { label: words.deposit, value: address(depositAddress, words.deposit) },
    { label: words.merchant, value: address(merchantAddress, words.merchant) },
    {
      label: words.expires,
      value: status === "PENDING" || status === "DETECTED" ? null : <Moment at={expiresAt} exact />,
    },
    // As text, not as a link: the checkout's creator chose the target.
    { label: words.success, value: textOf(checkout.successUrl) },
    { label: words.cancel, value: textOf(checkout.cancelUrl) },
    {
      label: words.metadata,
      value:
        metadata.length === 0 ? null : (
          <ul>
            {metadata.map(([name, value]) => (
              <li key={name} className="wrap-anywhere">
                <span className="text-muted">{cleanText(name)}:</span> {cleanText(value)}
              </li>
            ))}
          </ul>
        ),
    },
  ]);
}

function textOf(value: string | null): string | null {
  return value === null ? null : cleanText(value);
}

function checkoutLink(id: string | null, basePath: string): ReactNode {
  if (id === null) return null;
  return (
    <Link href={`${basePath}/checkouts/${id}`} className="text-link wrap-anywhere">
      {id}
    </Link>
  );
}

function orderFacts(
  checkout: Checkout,
  paymentLink: CheckoutHistory["paymentLink"],
  basePath: string,
): Fact[] {
  return [
    { label: words.reference, value: textOf(checkout.referenceId) },
    { label: words.description, value: textOf(checkout.itemDescription) },
    {
      label: words.createdVia,
      value: paymentLink === null ? checkoutWords.createdVia[checkout.createdVia] : null,
    },
    {
      label: words.link,
      value:
        paymentLink === null ? null : (
          <Link href={`${basePath}/checkouts?link=${paymentLink.linkId}`} className="text-link">
            {cleanText(paymentLink.itemName)}
          </Link>
        ),
    },
    { label: words.replaces, value: checkoutLink(checkout.replaces, basePath) },
    { label: words.replacedBy, value: checkoutLink(checkout.replacedBy, basePath) },
  ];
}
