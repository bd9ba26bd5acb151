import type { ReactNode } from "react";
import { tokenAmount } from "@/components/dashboard/checkouts/checkout-price";
import { chainName, explorerUrl } from "@/components/dashboard/money/display-units";
import { OnChain } from "@/components/dashboard/money/token-amount";
import { Facts } from "@/components/dashboard/ui/card";
import { ShortHex } from "@/components/dashboard/ui/hex";
import { Link } from "@/components/dashboard/ui/link";
import { type Chain, findToken } from "@/lib/chain/chains.rules";
import type { TokenRef } from "@/lib/chain/token.rules";
import type { Checkout, CheckoutDetails } from "@/lib/checkouts/checkout.rules";
import type { CheckoutHistory } from "@/lib/checkouts/dashboard/checkout-views.rules";
import { overpaidUnits } from "@/lib/checkouts/state/overpayment.rules";
import { dueUnits } from "@/lib/checkouts/state/payment-matching.rules";
import { fill } from "@/lib/platform/i18n/message.rules";
import { cleanText } from "@/lib/platform/values/text.rules";
import { rateProviderName } from "@/lib/rates/rate-consensus.rules";
import { detailWords } from "../../messages/checkout-detail";
import { checkoutWords } from "../../messages/checkouts";
import { Card } from "../../ui/card";
import { Moment } from "../../ui/moment";

const words = detailWords.facts;

type Props = {
  checkout: Checkout;
  transfers: CheckoutDetails["transfers"];
  paymentLink: CheckoutHistory["paymentLink"];
  basePath: string;
  chains: readonly Chain[];
};

/** A checkout's price, money, addresses and metadata. */
export function CheckoutSummary({ checkout, transfers, paymentLink, basePath, chains }: Props) {
  const facts = [
    ...moneyFacts(checkout, chains),
    ...addressFacts(checkout, payersOf(transfers), chains),
    ...orderFacts(checkout, paymentLink, basePath),
  ];
  return (
    <Card title={detailWords.summary}>
      <Facts facts={facts.filter(({ value }) => value !== null)} />
    </Card>
  );
}

type Fact = { label: string; value: ReactNode };

function moneyFacts(checkout: Checkout, chains: readonly Chain[]): Fact[] {
  const { chainId, tokenAddress, amountUnits, acceptedUnits, totalPaidUnits, paidUnits } = checkout;
  const { refundedUnits, refundingUnits } = checkout;
  const token: TokenRef | null = chainId === null || tokenAddress === null ? null : { chainId, tokenAddress };
  const amount = (units: bigint) => tokenAmount(units, token, chains);
  const unlessZero = (units: bigint) => (units === 0n ? null : amount(units));
  const isOpen = checkout.status === "PENDING" || checkout.status === "DETECTED";
  const due = amountUnits === null ? 0n : dueUnits(amountUnits, acceptedUnits);
  const remaining = due - totalPaidUnits;
  return [
    { label: words.rate, value: <Rate checkout={checkout} chains={chains} /> },
    { label: words.paid, value: token === null ? null : amount(totalPaidUnits) },
    { label: words.final, value: paidUnits === totalPaidUnits ? null : amount(paidUnits) },
    {
      label: words.accepted,
      value:
        amountUnits === null || due === amountUnits
          ? null
          : fill(words.acceptedOf, { accepted: amount(due), price: amount(amountUnits) }),
    },
    { label: words.remaining, value: isOpen && token !== null && remaining > 0n ? amount(remaining) : null },
    { label: words.overpaid, value: unlessZero(overpaidUnits(checkout)) },
    { label: words.refunded, value: unlessZero(refundedUnits) },
    { label: words.refunding, value: unlessZero(refundingUnits) },
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

/** The wallets whose payments count, each once. */
function payersOf(transfers: Props["transfers"]): string[] {
  const counted = transfers.filter(({ counts, status }) => counts && status !== "reverted");
  return [...new Set(counted.map(({ fromAddress }) => fromAddress))];
}

function addressFacts(checkout: Checkout, payers: readonly string[], chains: readonly Chain[]): Fact[] {
  const { chainId, depositAddress, merchantAddress, paymentTxHash } = checkout;
  const address = (value: string, what: string) => (
    <ShortHex
      value={value}
      what={what}
      href={chainId === null ? null : explorerUrl(chains, chainId, "address", value)}
    />
  );
  return [
    {
      label: words.network,
      value: chainId === null ? detailWords.notChosen : chainName(chains, chainId),
    },
    { label: words.deposit, value: address(depositAddress, words.deposit) },
    { label: words.merchant, value: address(merchantAddress, words.merchant) },
    {
      label: words.payer,
      value:
        payers.length === 0 ? null : (
          <span className="flex flex-col">
            {payers.map((payer) => (
              <span key={payer}>{address(payer, words.payer)}</span>
            ))}
          </span>
        ),
    },
    {
      label: words.payment,
      value:
        paymentTxHash === null || chainId === null ? null : (
          <OnChain chains={chains} chainId={chainId} tx={paymentTxHash} what={words.payment} />
        ),
    },
  ];
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
  const text = (value: string | null) => (value === null ? null : cleanText(value));
  const metadata = Object.entries(checkout.metadata ?? {});
  return [
    { label: words.item, value: text(checkout.itemName) },
    { label: words.description, value: text(checkout.itemDescription) },
    { label: words.reference, value: text(checkout.referenceId) },
    { label: words.createdVia, value: checkoutWords.createdVia[checkout.createdVia] },
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
    { label: words.created, value: <Moment at={checkout.createdAt} exact /> },
    { label: words.expires, value: <Moment at={checkout.expiresAt} exact /> },
    // As text, not as a link: the checkout's creator chose the target.
    { label: words.success, value: text(checkout.successUrl) },
    { label: words.cancel, value: text(checkout.cancelUrl) },
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
  ];
}
